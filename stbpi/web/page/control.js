// The phone at the table: what a hand at the tray cannot do, and whose turn it is.

import { Actions } from "./actions.js";
import { Beside } from "./beside.js";
import { Pad } from "./dice.js";
import { fail, follows } from "./face.js";
import { Faults } from "./faults.js";
import { Hints } from "./hints.js";
import { offerLanguages } from "./language.js";
import { PlayerForm } from "./player.js";
import { PressButton } from "./press.js";
import { Scores } from "./scores.js";
import { Seal } from "./seal.js";
import { MatchForm } from "./setup.js";
import { Trainer } from "./trainer.js";
import { Tray } from "./tray.js";

offerLanguages();
const player = new PlayerForm(fail);
follows({
  telling: [
    new Faults(fail),
    new Pad(fail),
    new Scores((seat) => player.open(seat)),
    new Beside(fail),
    new Seal(),
    new Actions(fail),
    new Hints(),
    new Trainer(),
  ],
  board: new Tray(null),
  press: new PressButton(fail),
  always: [new MatchForm(fail), player],
});
