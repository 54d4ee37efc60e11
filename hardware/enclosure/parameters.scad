// The measures of a tray, in millimetres. Change these, or give them to make: see README.md in the folder above.

sides = 1;              // 1 or 2: a rectangle; 3 to 6: as many corners
flaps = 9;              // of a side
flap_width = 30;
wood = 12;              // thickness of the boards
switch = "d2sw";        // "d2sw" (also SS and other D2SW: two holes 9.5 apart) or "d2hw" (stands in a pocket)
screen = "0.96";        // the OLED: "0.96" or "1.3" inch
numbers = "1";          // on the flap that is made as a part of its own
field = 200;            // depth of the field for the dice where the tray is a rectangle
screens = 1;            // one is in the panel; more are in the corner boards, one at the right of every side
buttons = 1;            // in the panel
pi = "zero";            // in the house: "zero" (2 WH) or "large" (3, 4, 5), whose plugs want a deeper one

/* [What seldom changes] */
flap_length = 80;       // from the rod's axis to the edge
flap_thickness = 8;
gap = 1;                // between flaps
rod = 5;                // beech or glass fibre, not metal: it must not carry a spark to a switch
play = 0.3;             // around whatever turns or slides
axis = 26;              // height of the rod's axis over the floor
press_at = 8;           // from the axis to where the flap presses the lever
notch = 7;              // free of the barrel at one side of every flap, where a hinge post may stand
post = 5;               // thickness of a hinge post
every = 3;              // a post at every so many flaps
wall_height = 45;
fence_height = 45;      // the inner board, which the raised flaps lean on
rail_width = 15;        // what the closed flaps come to rest on
arm = 30;               // of a corner, along the outside of a wall
arm_thick = 3;
house_long = 300;       // inside: room for a Pi and its plugs, the button, and a board of 160 x 100
house_deep = pi == "zero" ? 112 : 144;
fill = 0.6;             // part of a printed flap that is plastic: three walls and 40 % inside
density = 1.24;         // of PLA, g/cm3; beech is 0.7, then fill = 1

// ---- what follows from them ----
pitch = flap_width + gap;
row = flaps * pitch + 2 * (post + 3);
depth = 3 + flap_length + 12;         // of a side, from the outer wall to the fence
corner = sides >= 3 ? 180 - 360 / sides : 90;
inset = 0.75 * wood + 2;              // from where two walls' inner faces meet to where a board begins in its corner
long = sides >= 3 ? 0 : sides * (depth + wood) + field;               // inside, of the short walls of a rectangle
mitre = sides >= 3 ? 180 / sides : 0;                                 // at which fences are cut
fence_long = row + 2 * wood * tan(mitre);                             // of its face towards the flaps; the other is as long as the row
wall = row + 2 * (sides >= 3 ? depth + wood : 0) * tan(mitre);        // inside, along the flaps
kite = depth + 2 * wood;                                              // of a corner board: the edge beside a row, from the wall's outer face to the field
house_x = house_long + 2 * wood;
house_y = house_deep + 2 * wood;
passage = [25, 12];                                                   // for cables, from below, in a wall and in the house
passage_at = 46;                                                      // its middle, from the corner: beside rail and arm
panel_screens = sides >= 3 && screens > 1 ? 0 : screens;
sleeve = (screen == "0.96" ? [27.8, 27.3] : [35.4, 33.5]) + [6, 6];   // of the bezel, through the board

// Switches. D2SW: Omron, D2SW-01L1 (working 8.8 +- 0.8 over the holes, 0.59 N, at least 1.0 of travel behind it).
// D2HW: Omron, D2HW-A221D (over its base: working 13.3 +- 0.8, the end at 11.0 at most, 0.5 N).
hinge_up = switch == "d2sw";
press_height = hinge_up ? 8.2 : 11.7; // of the lever when the flap is closed, over holes or base
works_low  = hinge_up ? 8.8 : 12.5;   // d2sw is shifted until it works here; d2hw works at the latest here
end_at     = hinge_up ? 7.8 : 11.0;   // where the lever must not be pressed to
force      = hinge_up ? 0.59 : 0.50;  // N
body_length = hinge_up ? 19.8 : 13.3;
body_width  = hinge_up ? 6.4 : 5.3;
hole_pitch = 9.5;
hole = 2.4;
first_hole = 5.15;                    // from the end of the body; the lever's tip is over the other end
below_holes = 2.9;                    // of the body
terminals = 7;                        // below the body, with a wire
shift = 1.2;                          // the switch can be moved up and down by this

under_flap = axis - flap_thickness / 2;
line_height = under_flap - press_height;   // of the holes or the base, over the floor
mass = flap_width * flap_length * flap_thickness / 1000 * density * fill;    // g
press_force = mass / 1000 * 9.81 * (flap_length / 2) / press_at;             // N

// The screws that hold a screen in its bezel: short of the bore's end with the thinnest board, deep enough with the
// thickest, and before them so much plastic that nobody touches them.
screw_long = 4;                       // M2, under its head
screen_thin = 1.0;
screen_thick = 1.6;
face = 2.4;                           // of the bezel
stand = 2.6;                          // of the posts behind it: the glass of a module touches the face
closed = 1.2;                         // of the face, that the bore does not open
bore = face + stand - closed;

// What cannot be built is refused here.
assert(sides >= 1 && sides <= 6, "sides: 1 to 6");
assert(flaps >= 1 && flaps <= 24, "flaps: 1 to 24 on a side");
assert(switch == "d2sw" || switch == "d2hw", "switch: d2sw or d2hw");
assert(wall_height >= 30, "wall_height: at least 30, for the screws of the corners");
assert(screen == "0.96" || screen == "1.3", "screen: 0.96 or 1.3");
assert(pi == "zero" || pi == "large", "pi: zero or large");
assert(screw_long - screen_thin <= bore - 0.5, "screw_long: it would stand on the bore's end, or out of the bezel");
assert(screw_long - screen_thick >= 2.2, "screw_long: too short to hold in its post");
assert(closed >= 1, "closed: the screws would be touched, or a spark would reach them");
assert(panel_screens <= 2, "screens: at most 2 in the panel of a rectangle");
assert(sides < 3 || screens == 1 || screens <= sides, "screens: one, or one for a side");
assert(buttons >= 1 && buttons <= 2, "buttons: 1 or 2 in the panel");
assert(flap_width >= notch + 15, "flap_width: at least 22, or no barrel is left beside the post");
assert(press_force >= 1.15 * force, str("a flap of ", mass, " g presses with ", press_force, " N and the switch wants ",
    force, ": make it longer, thicker or more solid, or press nearer to the rod"));
assert(press_height >= end_at + 0.3, "the closed flap would press the lever to its end: raise press_height");
assert(press_height <= works_low - 0.4, "the closed flap would not press the lever far enough: lower press_height");
assert(line_height - (hinge_up ? below_holes : 0) - terminals >= 2, "axis: too low for the switch and its terminals");
assert(rod + 2 * play + 3 <= flap_thickness + 2, "rod: too thick for the flap's barrel");
