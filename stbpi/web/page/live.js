// The state as it comes over the WebSocket, and whether it still comes.

const RETRY_MS = 500; // a restarted daemon is found again well within 2 s
const CHECK_MS = 2000; // how long a connection that died without a word may pass for live
const OPEN_MS = 1500; // a handshake that takes longer goes nowhere
const MOST_MS = 1000; // a tray busy with many pages is asked less often, though never so seldom that its return goes unseen

/** Follow the table: `onState` gets every state, `onLive` hears whether what stands on the page is current. */
export function follow(onState, onLive) {
  let socket = null;
  let seq = -1;
  let seenElsewhere = -1;
  let retry = 0;
  let pause = RETRY_MS;

  function slow() {
    pause = Math.min(2 * pause, MOST_MS);
    again();
  }

  function again() {
    onLive(false);
    if (socket !== null) {
      const old = socket;
      socket = null;
      old.close();
    }
    clearTimeout(retry);
    retry = setTimeout(open, pause);
  }

  function open() {
    clearTimeout(retry);
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/events`);
    socket = mine;
    retry = setTimeout(() => mine === socket && mine.readyState !== WebSocket.OPEN && slow(), OPEN_MS);
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      pause = RETRY_MS;
      const state = JSON.parse(event.data);
      seq = state.seq;
      onLive(true);
      onState(state);
    };
    mine.onclose = () => mine === socket && again();
  }

  // A phone that slept or lost its network hears no goodbye: ask now and then whether we missed something.
  async function check() {
    if (document.hidden || socket === null || socket.readyState !== WebSocket.OPEN) return;
    const asked = socket;
    try {
      const response = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(OPEN_MS) });
      const health = await response.json();
      if (asked !== socket) return;
      if (seq < seenElsewhere || health.seq < seenElsewhere) {
        seenElsewhere = -1;
        again();
        return;
      }
      seenElsewhere = health.seq;
    } catch {
      if (asked === socket) slow();
    }
  }

  setInterval(check, CHECK_MS);
  // Awake, or back on the network: what was begun before goes nowhere, and there is no reason left to pause.
  function back() {
    if (document.hidden) return;
    pause = RETRY_MS;
    if (socket?.readyState === WebSocket.OPEN) check();
    else again();
  }
  document.addEventListener("visibilitychange", back);
  addEventListener("online", back);
  addEventListener("offline", () => onLive(false));
  addEventListener("pageshow", (event) => event.persisted && again());
  open();
}
