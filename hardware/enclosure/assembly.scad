// The tray put together: what it looks like, and whether anything is in the way of anything.
include <parts.scad>

show = "tray";          // "tray", "section" (one side alone), "cuts" or a question: see below
angles = [0, 20, 60, 90, 112];   // of the flap in a question: 0 is closed
raised = [2, 5, 9];     // flaps that stand in the picture
over = fence_height - axis;
lean = 90 + atan(12 / over) - asin(flap_thickness / 2 / sqrt(144 + over * over));   // its back on the fence's edge

module board(size) { color("BurlyWood") cube(size); }

module rod_of_side() {
    color("Peru") translate([0, 0, axis]) rotate([0, 90, 0]) cylinder(d = rod, h = row);
}

module flap_at(number, turn) {
    translate([post + 3 + (number - 1) * pitch, 0, axis]) rotate([-turn, 0, 0]) flap(str(number));
}

// What is cut out for the number, filled as with a marker and a little over its edge: in pictures only.
module number_at(number, turn) {
    color("White") translate([post + 3 + (number - 1) * pitch, 0, axis]) rotate([-turn, 0, 0]) {
        translate([flap_width / 2, -flap_length * 0.68, flap_thickness / 2 - 0.8]) digits(str(number), 0.95, 0.2);
        translate([flap_width / 2, -flap_length * 0.68, -flap_thickness / 2 + 0.8]) rotate([180, 0, 0]) digits(str(number), 0.95, 0.2);
    }
}

// The first stands in the notch of the flap to its right, and so on; the last one behind the last flap.
module post_at(n) { translate([post + 3 + n * pitch + 1, 0, 0]) hinge(); }

// Where the switch sits: in the middle of the flap's barrel, and clear of the post's foot.
function middle(number) = post + 3 + (number - 1) * pitch + (flap_width + notch) / 2 + 1.5;

module bracket_at(number) {
    translate([middle(number) - (hinge_up ? body_width / 2 : 0), 0, 0]) switch_bracket();
}

module switch_at(number) {
    start = -press_at + 2 - body_length;
    body_at(number);
    color("Silver") translate([middle(number) - 1.6, start + 3, under_flap - 0.3])
        cube([3.2, body_length - 5, 0.3]);
}

module body_at(number) {
    start = -press_at + 2 - body_length;
    bottom = line_height - (hinge_up ? below_holes : 0);
    color("DimGray") translate([middle(number) - body_width / 2, start, bottom]) cube([body_width, body_length, hinge_up ? 10.1 : 7]);
}

module rail() { translate([0, -flap_length - 3, 0]) board([row, rail_width, under_flap - 1]); }

module felt() { color("SeaGreen") translate([0, -flap_length - 3, under_flap - 1]) cube([row, rail_width, 1]); }

// Its ends are mitred where fences meet: the longer face is that of the flaps.
module fence() {
    over = (fence_long - row) / 2;
    color("BurlyWood") translate([0, 12, 0]) linear_extrude(height = fence_height)
        polygon([[-over, 0], [row + over, 0], [row, wood], [0, wood]]);
}

module side() {
    rod_of_side();
    rail();
    felt();
    fence();
    for (n = [1 : flaps]) {
        color(n % 2 ? "SteelBlue" : "CadetBlue") flap_at(n, len(search(n, raised)) ? lean : 0);
        number_at(n, len(search(n, raised)) ? lean : 0);
        color("DarkOrange") bracket_at(n);
        switch_at(n);
    }
    color("DarkSlateGray") for (n = [0 : every : flaps - 1]) post_at(n);
    color("DarkSlateGray") post_at(flaps);
}

front = -flap_length - 3;     // the outer wall's inner face
walls = sides >= 3 ? sides : 4;
inside = sides >= 3 ? row / 2 / tan(180 / sides) : 0;     // from the middle of the field to a fence
top = wall_height + wood;     // of panel and corner boards
house_wall = 1;               // which wall the house stands behind

// The nth side or wall in the place of the first; a wall is between two corners, from x = 0 along x, its inner face on y = 0.
module turned(n) {
    middle = [row / 2, 12 + wood + inside, 0];
    translate(middle) rotate([0, 0, n * 360 / sides]) translate(-middle) children();
}

module at_side(n) {
    if (sides >= 3) turned(n) children();
    else if (n == 0) children();
    else translate([row, long + 2 * front, 0]) rotate([0, 0, 180]) children();
}

module at_wall(n) {
    if (sides >= 3) turned(n) translate([(row - wall) / 2, front, 0]) children();
    else translate([[0, 0], [row, 0], [row, long], [0, long]][n % 4] + [0, front]) rotate([0, 0, 90 * n]) children();
}

function length_of(n) = sides >= 3 ? wall : n % 2 ? long : row;

module wall_board(n) {
    difference() {
        translate([inset, -wood, 0]) board([length_of(n) - 2 * inset, wood, wall_height]);
        if (n == house_wall) translate([passage_at - passage[0] / 2, -wood - 1, -1]) cube([passage[0], wood + 2, passage[1] + 1]);
    }
}

module floor_board() {
    edge = wood + arm_thick;
    color("Tan") if (sides >= 3) translate([row / 2, 12 + wood + inside, -wood]) rotate([0, 0, 90 - 180 / sides])
        cylinder(r = (inside + wood + depth + edge) / cos(180 / sides), h = wood, $fn = sides);
    else translate([-edge, front - edge, -wood]) cube([row + 2 * edge, long + 2 * edge, wood]);
}

// A board over the corner to the right of a side: it rests on two walls and on the fences' corner, and holds the lamp of
// that side and, where there are several, its screen. Under it is room for the strip or board of the side.
module corner_board() {
    along = kite * tan(180 / sides);
    turn = 180 / sides;
    color("Tan") translate([row, 12 + wood, wall_height]) difference() {
        linear_extrude(height = wood) polygon([[0, 0], [0, -kite], [along, -kite],
            kite * [sin(2 * turn), -cos(2 * turn)]]);
        translate(0.42 * kite * [sin(turn), -cos(turn), 0] - [0, 0, 1]) cylinder(d = lamp_hole, h = wood + 2);
        if (screens > 1) translate(screen_in_corner() - [0, 0, 1]) hole_of_bezel();
    }
}

lamp_hole = 5.1;
function screen_in_corner() = 0.8 * kite * [sin(180 / sides), -cos(180 / sides), 0];

module hole_of_bezel() { translate([-sleeve[0] / 2 - 0.2, -sleeve[1] / 2 - 0.2, 0]) cube([sleeve[0] + 0.4, sleeve[1] + 0.4, wood + 2]); }

// The house for Pi, board, button and buzzer, outside a wall; x along the wall, y = 0 is its face towards the tray, and it
// goes to -y. In a cut of a list: two long boards, two short ones between them, floor, and the panel as its lid.
function button_at(n) = [110, -house_y / 2 + (buttons == 1 ? 0 : 56 * n - 28), 0];
function screen_at(n) = [190 + 60 * n, -house_y / 2, 0];
function lamp_at(n) = [148, -house_y / 2 + 20 * n, 0];
screen_turned = sides < 3 ? -90 : 0;   // to be read from the row; at more sides by who sits behind the house
supply_at = 132;                       // of the hole for its lead, in the long board away from the tray
buzzer_at = [285, -house_y / 2, 0];

module panel() {
    color("Tan") translate([0, 0, wall_height]) difference() {
        translate([0, -house_y, 0]) cube([house_x, house_y, wood]);
        for (n = [0 : buttons - 1]) translate(button_at(n) - [0, 0, 1]) cylinder(d = 26, h = wood + 2);
        if (panel_screens > 0) for (n = [0 : panel_screens - 1]) translate(screen_at(n) - [0, 0, 1]) rotate(screen_turned) hole_of_bezel();
        if (sides < 3) for (n = [0 : sides - 1]) translate(lamp_at(n) - [0, 0, 1]) cylinder(d = lamp_hole, h = wood + 2);
        translate(buzzer_at - [0, 0, 1]) cylinder(d = 8, h = wood + 2);
    }
}

module house_boards() {
    color("Tan") translate([0, -house_y, -wood]) cube([house_x, house_y, wood]);
    for (x = [0, house_x - wood]) translate([x, -house_y + wood, 0]) board([wood, house_deep, wall_height]);
    difference() {
        for (y = [-wood, -house_y]) translate([0, y, 0]) board([house_x, wood, wall_height]);
        translate([passage_at - passage[0] / 2, -wood - 1, -1]) cube([passage[0], wood + 2, passage[1] + 1]);
        translate([supply_at, -house_y - 1, 14]) rotate([-90, 0, 0]) cylinder(d = 14, h = wood + 2);
    }
}

module buttons_in_panel() {
    for (n = [0 : buttons - 1]) translate(button_at(n)) {
        color("DarkSlateGray") translate([0, 0, top + 3]) rotate([180, 0, 0]) button_guide();
        color("Firebrick") translate([0, 0, top + 10 + travel]) rotate([180, 0, 0]) button_cap();
    }
}

// Its picture's upper edge towards +y.
module bezel_in_place() { color("DarkSlateGray") translate([0, 0, top + 2.4]) rotate([0, 180, 0]) bezel(); }

module bezels_in_panel() { if (panel_screens > 0) for (n = [0 : panel_screens - 1]) translate(screen_at(n)) rotate(screen_turned) bezel_in_place(); }

// Pi and board on their sleeves; with one row or two the strip, too, for which there is no room under the flaps. The Pi's
// header lies along the left short board, its sockets look to the button; a large one's USB sockets look to the tray.
pi_size = pi == "zero" ? [30, 65] : [56, 85];
pi_at = [wood + 3, pi == "zero" ? -wood - 32 - 65 : -wood - 42 - 85];     // its corner at the card, away from the tray

module contents() {
    on_sleeves();
    color("Black") plugs();
}

module on_sleeves() {
    color("SeaGreen") translate([pi_at[0], pi_at[1], 0]) cube([pi_size[0], pi_size[1], 24]);
    color("OliveDrab") translate([house_x - wood - 2 - 160, -wood - 6 - 100, 0]) cube([160, 100, 24]);
    if (sides < 3) color("DarkKhaki") translate([wood + 3 + 56 + 6, -wood - 2 - 25, 0]) cube([50, 25, 24]);
}

// What is plugged into the Pi, with the bend of its cable, from the socket's edge: the middle of each from the end with the
// card (Raspberry Pi's drawings: Zero 2 W power 54, USB 41.4; 4 B power 11.2, USB 9 and 27 from the sockets' side).
module plugs() {
    right = pi_at[0] + pi_size[0];
    if (pi == "zero") for (y = [54, 41.4]) translate([right + 0.02, pi_at[1] + y - 5.5, 4]) cube([40, 11, 9]);
    else {
        translate([right + 0.02, pi_at[1] + 11.2 - 6.5, 4]) cube([40, 13, 9]);
        for (x = [9, 27]) translate([right - x - 8, pi_at[1] + pi_size[1] + 0.02, 14]) cube([16, 40, 9]);
    }
}

// From the hole to the socket: a lead in a bend, and beside the hole the tie that holds it.
module supply_lead() {
    socket = pi_at[1] + (pi == "zero" ? 54 : 11.2);
    translate([supply_at, -house_y - 20, 14]) rotate([-90, 0, 0]) cylinder(d = 5, h = 20 + wood + 15);
    translate([supply_at - 5, -house_y + wood + 1, 9]) cube([10, 5, 10]);
    translate([supply_at, -house_y + wood + 15, 14]) sphere(d = 5);
    hull() {
        translate([supply_at, -house_y + wood + 15, 14]) sphere(d = 5);
        translate([pi_at[0] + pi_size[0] + 43, socket, 9]) sphere(d = 5);
    }
}

module house() {
    house_boards();
    contents();
    panel();
    buttons_in_panel();
    bezels_in_panel();
}

module at_house() { at_wall(house_wall) translate([0, -wood - arm_thick, 0]) children(); }

module tray() {
    floor_board();
    for (n = [0 : sides - 1]) at_side(n) {
        side();
        if (sides >= 3) {
            corner_board();
            if (screens > 1) translate([row, 12 + wood, 0] + screen_in_corner()) bezel_in_place();
        }
    }
    for (n = [0 : walls - 1]) at_wall(n) {
        color("DarkSlateGray") box_corner();
        wall_board(n);
    }
    at_house() house();
}

// What the boards are cut to: name, how many, length, width, thickness; and the measures of the drawing.
module cuts() {
    posts = sides * (len([for (n = [0 : every : flaps - 1]) n]) + 1);
    edge = wood + arm_thick;
    cut("wall along the flaps, between printed corners", sides >= 3 ? sides : 2, wall - 2 * inset, wall_height, wood);
    if (sides >= 3) {
        across = wall + 2 * edge * tan(mitre);
        cut(str("floor: ", sides, " equal edges of this length"), 1, across, across, wood);
        cut(str("fence behind the flaps: its longer face, both ends mitred at ", mitre, "°"), sides, fence_long, fence_height, wood);
        cut(str("corner board, lamp", screens > 1 ? " and screen" : "", ": a kite, two edges of the length, two of the width, right angles between them"),
            sides, kite, kite * tan(mitre), wood);
    } else {
        cut("wall across, between printed corners", 2, long - 2 * inset, wall_height, wood);
        cut("floor", 1, row + 2 * edge, long + 2 * edge, wood);
        cut("fence behind the flaps", sides, row, fence_height, wood);
    }
    cut("rail under the flaps' ends, felt of 1 mm on top", sides, row, rail_width, under_flap - 1);
    cut("rod, beech or glass fibre", sides, row, rod, rod);
    cut("house: long boards", 2, house_x, wall_height, wood);
    cut("house: short boards between them", 2, house_deep, wall_height, wood);
    cut("house: floor", 1, house_x, house_y, wood);
    cut("house: panel, with its holes", 1, house_x, house_y, wood);
    for (screw = [["3 x 12, pan head, corner into wall", 4 * walls], ["3.5 x 35, countersunk, floor into wall", 3 * walls],
        ["3.5 x 30, countersunk, floor into fence and rail", 6 * sides], ["2.5 x 12, pan head, hinge into floor", 2 * posts],
        ["3 x 12, pan head, bracket into floor", 2 * sides * flaps],
        ["4 x 25, pan head, house into tray, a washer of 3 between", 2],
        ["3.5 x 35, countersunk, house's boards into each other, floor into them", 8 + 8],
        ["3 x 25, countersunk, panel and corner boards from above", 4 + (sides >= 3 ? 3 * sides : 0)],
        [str("M2 x ", screw_long, ", pan head, screen into the posts of its bezel, no nut"), 4 * screens]]) echo("screw", screw[0], screw[1]);
    for (hole = concat([for (n = [0 : buttons - 1]) ["button", button_at(n), 26, 26]],
        [for (n = [0 : max(0, panel_screens - 1)]) if (panel_screens > 0) ["screen", screen_at(n), sleeve[sides < 3 ? 1 : 0] + 0.4, sleeve[sides < 3 ? 0 : 1] + 0.4]],
        [for (n = [0 : sides - 1]) if (sides < 3) ["lamp", lamp_at(n), lamp_hole, lamp_hole]], [["buzzer", buzzer_at, 8, 8]]))
        echo("hole", hole[0], hole[1][0], -hole[1][1], hole[2], hole[3]);
    for (print = [["flap", sides * flaps], ["hinge", posts], ["switch-bracket", sides * flaps], ["bezel", screens],
        ["button-cap", buttons], ["button-guide", buttons], ["box-corner", sides >= 3 ? sides : 4]])
        echo("print", print[0], print[1]);
    for (pair = [["row", row], ["depth", depth], ["wall", wall], ["long", long], ["pitch", pitch], ["inset", inset],
        ["flap_length", flap_length], ["flap_width", flap_width], ["flap_thickness", flap_thickness], ["axis", axis],
        ["fence_height", fence_height], ["wall_height", wall_height], ["wood", wood], ["rail_width", rail_width],
        ["press_at", press_at], ["line_height", line_height], ["under_flap", under_flap], ["rod", rod], ["lean", lean],
        ["sides", sides], ["flaps", flaps], ["field", field], ["mass", mass], ["press_force", press_force],
        ["force", force], ["barrel", barrel], ["body_length", body_length], ["notch", notch], ["corner", corner],
        ["mitre", mitre], ["fence_long", fence_long], ["kite", kite], ["house_x", house_x], ["house_y", house_y],
        ["arm", arm], ["arm_thick", arm_thick], ["post", post], ["every", every], ["screens", screens],
        ["supply_at", supply_at], ["passage_at", passage_at], ["passage_x", passage[0]], ["passage_z", passage[1]], ["first_middle", middle(1)], ["first_bracket", middle(1) - (hinge_up ? body_width / 2 : 0)],
        ["first_post", post + 4], ["posts", posts / sides], ["sleeve_x", sleeve[0] + 0.4], ["sleeve_y", sleeve[1] + 0.4]])
        echo("measure", pair[0], pair[1]);
    cube(1);
}

module cut(name, count, length, width, thickness) { echo("cut", name, count, length, width, thickness); }

if (show == "tray") tray();
if (show == "section") side();
if (show == "cuts") cuts();

// Questions: what two things have in common, at every angle of the flap. Nothing, or they would not fit.
module common() { for (a = angles) intersection() { flap_at(1, min(a, lean) - (a >= lean ? 0.3 : 0)); children(); } }

if (show == "flap and bracket") common() bracket_at(1);
if (show == "flap and switch") common() translate([0, 0, -0.05]) switch_at(1);
if (show == "flap and post") common() { post_at(0); post_at(1); }
if (show == "flap and flap") common() flap_at(2, 0);
if (show == "flap and fence") common() fence();
if (show == "flap and rail") common() translate([0, 0, -0.05]) { rail(); felt(); }
if (show == "bracket and post") intersection() { bracket_at(1); post_at(0); }
if (show == "switch and bracket") intersection() { bracket_at(1); translate([0.05, 0, 0.05]) body_at(1); }
// The screws through a D2SW, wherever it is pushed to: a slot that is not where its holes are is in their way.
if (show == "screws and bracket") if (hinge_up) intersection() {
    bracket_at(1);
    for (y = [0, hole_pitch], z = [-shift, shift])
        translate([middle(1) - 10, -press_at + 2 - body_length + first_hole + y, under_flap - 8.2 + z])
            rotate([0, 90, 0]) cylinder(d = 2.2, h = 16, $fn = 24);
}

// The whole tray; its flaps without what is cut out of them. What stands beside what is asked with the faces that touch 0.02 apart.
module outer_flaps() {
    for (a = angles, n = [1, flaps]) translate([post + 3 + (n - 1) * pitch, 0, axis])
        rotate([-min(a, lean) + (a >= lean ? 0.3 : 0), 0, 0]) {
            translate([0, -flap_length, -flap_thickness / 2]) cube([flap_width, flap_length, flap_thickness]);
            rotate([0, 90, 0]) cylinder(d = barrel, h = flap_width, $fn = 16);
        }
}
module corners() { for (n = [0, 1, walls - 1]) at_wall(n) box_corner(); }
module boards_around() { for (n = [0, 1, walls - 1]) at_wall(n) wall_board(n); }
module near(x = 0, y = 0, z = 0) { translate([x, y, z]) children(); }

if (show == "flap and corner") intersection() { corners(); outer_flaps(); }
if (show == "flap and wall") intersection() { boards_around(); outer_flaps(); }
if (show == "flap and corner board") if (sides >= 3) intersection() {
    outer_flaps();
    union() { corner_board(); at_side(sides - 1) corner_board(); }
}
if (show == "rail and corner") intersection() { corners(); near(0, 0.02) rail(); }
if (show == "rail and wall") intersection() { boards_around(); translate([0.02, 0.02, 0]) resize([row - 0.04, 0, 0]) rail(); }
if (show == "fence and corner") intersection() { corners(); fence(); }
if (show == "fence and wall") intersection() { boards_around(); translate([0.02, 0, 0]) resize([fence_long - 0.04, 0, 0]) fence(); }
if (show == "fence and fence") if (sides >= 2) intersection() { near(-0.02, -0.02) fence(); at_side(1) fence(); }
if (show == "wall and wall") intersection() { at_wall(0) wall_board(0); at_wall(1) wall_board(1); }
if (show == "wall and corner") intersection() { near(0, 0.02) corners(); at_wall(0) near(0, 0.04) resize([length_of(0) - 2 * inset - 0.1, 0, 0])
    near(0.05) wall_board(0); }
if (show == "house and tray") intersection() {
    at_house() near(0, -0.02) { house_boards(); panel(); }
    union() { corners(); boards_around(); floor_board(); if (sides >= 3) for (n = [0 : sides - 1]) at_side(n) corner_board(); }
}
if (show == "panel and button") intersection() { panel(); near(0, 0, 0.02) buttons_in_panel(); }
if (show == "panel and bezel") intersection() { panel(); near(0, 0, 0.02) bezels_in_panel(); }
if (show == "button and bezel") intersection() { buttons_in_panel(); bezels_in_panel(); }
if (show == "house and contents") intersection() {
    near(0, 0, 0.02) contents();
    union() { house_boards(); panel(); buttons_in_panel(); bezels_in_panel(); }
}
if (show == "lead and house") intersection() {
    supply_lead();
    union() { house_boards(); panel(); buttons_in_panel(); bezels_in_panel(); }
}
if (show == "plugs and contents") intersection() { plugs(); union() { on_sleeves(); supply_lead(); } }
if (show == "lead and contents") intersection() { supply_lead(); on_sleeves(); }
// The bezel, and whatever of its screws would stand out of its face.
if (show == "bezel and screws") intersection() {
    screws_of_bezel();
    union() { bezel(); translate([-50, -50, closed - 20]) cube([100, 100, 20]); }
}
if (show == "corner board and bezel") if (sides >= 3 && screens > 1) intersection() {
    near(0, 0, 0.02) translate([row, 12 + wood, 0] + screen_in_corner()) bezel_in_place();
    union() { corner_board(); boards_around(); fence(); corners(); }
}

// And what must touch, told by pushing it 0.3 on: nothing in common would be a gap.
if (show == "wall touches corner") intersection() { at_wall(0) box_corner(); at_wall(0) near(-0.3) wall_board(0); }
if (show == "wall touches next corner") intersection() { at_wall(1) box_corner(); at_wall(0) near(0.3) wall_board(0); }
if (show == "wall touches floor") intersection() { floor_board(); at_wall(0) near(0, 0, -0.3) wall_board(0); }
if (show == "corner touches floor") intersection() { floor_board(); at_wall(0) near(0, 0, -0.3) box_corner(); }
if (show == "rail touches wall") intersection() { boards_around(); near(0, -0.3) rail(); }
if (show == "fence touches next") intersection() {
    near(0.3) fence();
    union() { if (sides >= 3) at_side(1) fence(); else boards_around(); }
}
if (show == "house touches tray") intersection() { floor_board(); at_house() near(0, 0.3) house_boards(); }
if (show == "corner board touches wall") intersection() {
    boards_around();
    if (sides >= 3) near(0, 0, -0.3) corner_board(); else at_house() near(0, wood + arm_thick + 0.3, -0.3) panel();
}
if (show == "bracket and rail") intersection() { bracket_at(1); rail(); }
if (show == "house") {
    house_boards();
    contents();
    translate([0, 0, 70]) { panel(); buttons_in_panel(); bezels_in_panel(); }
}
