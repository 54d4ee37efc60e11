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

// The first stands in the notch of the flap to its right, and so on; the last one behind the last flap.
module post_at(n) { translate([post + 3 + n * pitch + 1, 0, 0]) hinge(); }

// Where the switch sits: in the middle of the flap's barrel, and clear of the post's foot.
function middle(number) = post + 3 + (number - 1) * pitch + (flap_width + notch) / 2 + 1.5;

module bracket_at(number) {
    translate([middle(number) - (hinge_up ? body_width / 2 : 0), 0, 0]) switch_bracket();
}

module switch_at(number) {
    start = -press_at + 2 - body_length;
    bottom = line_height - (hinge_up ? below_holes : 0);
    color("DimGray") translate([middle(number) - body_width / 2, start, bottom]) cube([body_width, body_length, hinge_up ? 10.1 : 7]);
    color("Silver") translate([middle(number) - 1.6, start + 3, under_flap - 0.3])
        cube([3.2, body_length - 5, 0.3]);
}

module rail() { translate([0, -flap_length - 3, 0]) board([row, rail_width, under_flap - 1]); }

module felt() { color("SeaGreen") translate([0, -flap_length - 3, under_flap - 1]) cube([row, rail_width, 1]); }

module fence() { translate([0, 12, 0]) board([row, wood, fence_height]); }

module side() {
    rod_of_side();
    rail();
    felt();
    fence();
    for (n = [1 : flaps]) {
        color(n % 2 ? "SteelBlue" : "CadetBlue") flap_at(n, len(search(n, raised)) ? lean : 0);
        color("DarkOrange") bracket_at(n);
        switch_at(n);
    }
    color("DarkSlateGray") for (n = [0 : every : flaps - 1]) post_at(n);
    color("DarkSlateGray") post_at(flaps);
}

front = -flap_length - 3;     // the outer wall's inner face

// A board between two corners, the first of them with it: from x = 0 along x, its inner face on y = 0.
module wall_with_corner(length) {
    color("DarkSlateGray") box_corner();
    translate([inset, -wood, 3]) board([length - 2 * inset, wood, wall_height - 3.5]);
}

module tray() {
    if (sides >= 3) {
        inside = row / 2 / tan(180 / sides);     // from the middle of the field to a fence
        for (n = [0 : sides - 1]) rotate([0, 0, n * 360 / sides]) translate([-row / 2, -inside - wood - 12, 0]) {
            side();
            translate([(row - wall) / 2, front, 0]) wall_with_corner(wall);
        }
        color("Tan") translate([0, 0, -wood]) rotate([0, 0, 90 - 180 / sides])
            cylinder(r = (inside + wood + depth + wood) / cos(180 / sides), h = wood, $fn = sides);
    } else {
        side();
        if (sides == 2) translate([row, long + 2 * front, 0]) rotate([0, 0, 180]) side();
        for (turn = [[0, 0, 0, row], [row, 0, 90, long], [row, long, 180, row], [0, long, 270, long]])
            translate([turn[0], front + turn[1], 0]) rotate([0, 0, turn[2]]) wall_with_corner(turn[3]);
        color("Tan") translate([-wood - 3, front - wood - 3, -wood]) cube([row + 2 * wood + 6, long + 2 * wood + 6, wood]);
    }
}

// What the boards are cut to: name, how many, length, width, thickness; and the measures of the drawing.
module cuts() {
    walls = sides >= 3 ? sides : 2;
    cut("wall along the flaps, between printed corners", walls, wall - 2 * inset, wall_height - 3, wood);
    if (sides >= 3) {
        edge = wall + 2 * (wood + 3) * tan(180 / sides);
        cut(str("floor: ", sides, " equal edges of this length"), 1, edge, edge, wood);
    } else {
        cut("wall across, between printed corners", 2, long - 2 * inset, wall_height - 3, wood);
        cut("floor", 1, row + 2 * wood + 6, long + 2 * wood + 6, wood);
    }
    cut("fence behind the flaps", sides, row, fence_height, wood);
    cut("rail under the flaps' ends, felt of 1 mm on top", sides, row, rail_width, under_flap - 1);
    cut("rod, beech or glass fibre", sides, row, rod, rod);
    posts = sides * (len([for (n = [0 : every : flaps - 1]) n]) + 1);
    for (print = [["flap", sides * flaps], ["hinge", posts], ["switch-bracket", sides * flaps], ["bezel", 1],
        ["button-cap", 1], ["button-guide", 1], ["box-corner", sides >= 3 ? sides : 4]])
        echo("print", print[0], print[1]);
    for (pair = [["row", row], ["depth", depth], ["wall", wall], ["long", long], ["pitch", pitch], ["inset", inset],
        ["flap_length", flap_length], ["flap_width", flap_width], ["flap_thickness", flap_thickness], ["axis", axis],
        ["fence_height", fence_height], ["wall_height", wall_height], ["wood", wood], ["rail_width", rail_width],
        ["press_at", press_at], ["line_height", line_height], ["under_flap", under_flap], ["rod", rod], ["lean", lean],
        ["sides", sides], ["flaps", flaps], ["field", field], ["mass", mass], ["press_force", press_force],
        ["force", force], ["barrel", barrel], ["body_length", body_length], ["notch", notch], ["corner", corner]])
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
if (show == "bracket and rail") intersection() { bracket_at(1); rail(); }
