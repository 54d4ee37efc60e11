// The scoreboard on the big screen: to be looked at from across the room, with nothing to click.

import { Attract } from "./attract.js";
import { Beside } from "./beside.js";
import { follows } from "./face.js";
import { Faults } from "./faults.js";
import { Feast } from "./feast.js";
import { Phone } from "./phone.js";
import { Scores } from "./scores.js";
import { Tray } from "./tray.js";

follows({
  telling: [new Faults(null), new Scores(), new Attract(), new Beside(null), new Feast(), new Phone()],
  board: new Tray(null),
});
