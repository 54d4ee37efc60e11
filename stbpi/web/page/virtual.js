// The virtual tray: flaps to click, the button to press and hold, lamps, screens, and faults to switch on.

import { Actions } from "./actions.js";
import { Attract } from "./attract.js";
import { Beside } from "./beside.js";
import { Breakage } from "./breakage.js";
import { Pad } from "./dice.js";
import { fail, follows } from "./face.js";
import { Faults } from "./faults.js";
import { Hints } from "./hints.js";
import { Lamps } from "./lamps.js";
import { Oleds } from "./oled.js";
import { PressButton } from "./press.js";
import { Scores } from "./scores.js";
import { Seal } from "./seal.js";
import { MatchForm } from "./setup.js";
import { Simulation } from "./simulation.js";
import { Trainer } from "./trainer.js";
import { Tray } from "./tray.js";

follows({
  telling: [
    new Faults(fail),
    new Pad(fail),
    new Scores(),
    new Attract(),
    new Beside(fail),
    new Seal(),
    new Actions(fail),
    new Hints(),
    new Trainer(),
  ],
  board: new Tray(fail),
  press: new PressButton(fail),
  always: [new MatchForm(fail), new Simulation([new Oleds(), new Lamps(), new Breakage(fail)])],
});
