// The printed parts. Each is a module that lies as it is printed; assembly.scad puts them where they belong.
include <parameters.scad>

$fn = 48;
slack = 0.01;

barrel = flap_thickness + 1;     // its diameter

// A flap, closed, the rod's axis along x through the origin, its free end towards -y. Numbers on both faces: the lower
// one looks at the player while the flap is raised.
module flap(number = numbers) {
    difference() {
        union() {
            translate([0, -flap_length, -flap_thickness / 2])
                rounded([flap_width, flap_length, flap_thickness], 2);
            translate([0, 0, 0]) rotate([0, 90, 0]) cylinder(d = barrel, h = flap_width);
        }
        translate([-1, 0, 0]) rotate([0, 90, 0]) cylinder(d = rod + play, h = flap_width + 2);
        translate([-1, -barrel / 2 - 3, -barrel]) cube([notch + 1, barrel + 10, 2 * barrel]);
        translate([flap_width / 2, -flap_length * 0.68, flap_thickness / 2 - 0.8]) digits(number);
        translate([flap_width / 2, -flap_length * 0.68, -flap_thickness / 2 + 0.8]) rotate([180, 0, 0]) digits(number);
    }
}

module digits(number, high = 2, wider = 0) {
    size = min(18, flap_width * 0.52);
    linear_extrude(height = high) offset(delta = wider) text(number, size = size, halign = "center", valign = "center",
        font = "DejaVu Sans:style=Bold", $fn = 16);
}

module rounded(size, radius) {
    hull() for (x = [radius, size[0] - radius], y = [radius, size[1] - slack])
        translate([x, y, 0]) if (y == radius) cylinder(r = radius, h = size[2]);
            else translate([-radius, -slack, 0]) cube([2 * radius, slack * 2, size[2]]);
}

// What holds the rod. It stands on the floor, in the notch of a flap; x is its thickness.
module hinge() {
    head = rod + play + 6;
    difference() {
        union() {
            hull() {
                translate([0, 0, axis]) rotate([0, 90, 0]) cylinder(d = head, h = post);
                translate([0, -9, 0]) cube([post, 18, 3]);
            }
            translate([0, -25, 0]) cube([post, 34, 4]);
        }
        translate([-1, 0, axis]) rotate([0, 90, 0]) cylinder(d = rod + play / 2, h = post + 2);
        for (y = [-13, -21]) translate([post / 2, y, -1]) cylinder(d = 2.6, h = 9);
    }
}

// What holds a switch under its flap. y = 0 is under the rod's axis; the wall is in the plane x = 0.
module switch_bracket() {
    tip = -press_at;
    start = tip + 2 - body_length;
    if (hinge_up) difference() {
        union() {
            translate([-3, start - 3, 0]) cube([3, body_length + 6, line_height + shift + 4]);
            translate([-10, start - 3, 0]) cube([10, body_length + 6, 3]);
            for (y = [start - 3, start + body_length + 1]) translate([-3, y, 0]) gusset();
        }
        for (y = [0, hole_pitch]) hull() for (z = [-shift, shift])
            translate([-4, start + first_hole + y, line_height + z]) rotate([0, 90, 0])
                cylinder(d = hole + 0.2, h = 6, $fn = 24);
        for (y = [start + 4, start + body_length - 4]) translate([-6.6, y, -1]) cylinder(d = 3.2, h = 6);
    } else difference() {
        union() {
            translate([-body_width / 2 - 2.2, start - 2.2, 0])
                cube([body_width + 4.4, body_length + 4.4, line_height + 4]);
            translate([-body_width / 2 - 10.5, start - 2.2, 0]) cube([body_width + 21, body_length + 4.4, 3]);
        }
        translate([-body_width / 2 - 0.15, start - 0.15, line_height])
            cube([body_width + 0.3, body_length + 0.3, 10]);
        translate([-1.6, start + 0.8, 3]) cube([3.2, body_length - 1.6, line_height]);
        translate([-10, start + 0.8, 3]) cube([20, body_length - 1.6, line_height - 7]);
        for (x = [-1, 1], y = [start + body_length / 2]) translate([x * (body_width / 2 + 6.4), y, -1])
            cylinder(d = 3.2, h = 6);
    }
}

module gusset() {
    translate([0, 2, 3 - slack]) rotate([90, 0, 0]) linear_extrude(height = 2) polygon([[0, 0], [-7, 0], [0, 8]]);
}

// A frame for an OLED in a board of the tray's wood, seen from outside, its face on z = 0 downwards.
// 0.96: board 27.3 x 27.8, holes 23.5 x 23.8, glass 22 x 11 seen. 1.3: 35.4 x 33.5, 30.4 x 28.5, 30 x 15.
module bezel() {
    board = screen == "0.96" ? [27.8, 27.3] : [35.4, 33.5];
    seen = screen == "0.96" ? [23, 12.5] : [31, 16.5];
    up = screen == "0.96" ? 1.8 : 2.2;      // the picture's middle over the board's
    difference() {
        union() {
            difference() {
                union() {
                    translate([-sleeve[0] / 2 - 4, -sleeve[1] / 2 - 4, 0]) plate([sleeve[0] + 8, sleeve[1] + 8, face], 4);
                    translate([-sleeve[0] / 2, -sleeve[1] / 2, 0]) plate([sleeve[0], sleeve[1], face + wood], 2);
                }
                translate([-board[0] / 2 - 0.4, -board[1] / 2 - 0.4, face - slack])
                    cube([board[0] + 0.8, board[1] + 0.8, wood + 1]);
            }
            at_screws_of_bezel() translate([0, 0, face - 3 * slack]) cylinder(d = 4.4, h = stand + 3 * slack);
        }
        at_screws_of_bezel() translate([0, 0, closed]) cylinder(d = 1.7, h = bore + 1, $fn = 16);
        hull() {
            translate([-seen[0] / 2, up - seen[1] / 2, 1.2]) cube([seen[0], seen[1], 2]);
            translate([-seen[0] / 2 - 1.5, up - seen[1] / 2 - 1.5, -1]) cube([seen[0] + 3, seen[1] + 3, 1]);
        }
    }
}

module at_screws_of_bezel() {
    holes = screen == "0.96" ? [23.8, 23.5] : [30.4, 28.5];
    for (x = [-1, 1], y = [-1, 1]) translate([x * holes[0] / 2, y * holes[1] / 2, 0]) children();
}

// The screws as they stand when all is screwed down: the core, with the thinnest board that is sold.
module screws_of_bezel() {
    at_screws_of_bezel() translate([0, 0, face + stand + screen_thin - screw_long]) cylinder(d = 1.5, h = screw_long, $fn = 16);
}

module plate(size, radius) {
    hull() for (x = [radius, size[0] - radius], y = [radius, size[1] - radius])
        translate([x, y, 0]) cylinder(r = radius, h = size[2]);
}

cap_diameter = 38;
stem = 8;
travel = 3;
sleeve_diameter = 25.6;    // of the guide, through a hole of 26
screw_head = 3;            // of the M3 screw with its washer at the stem's end, which presses the lever

// The cap of the button, upside down as it is printed. The skirt stops on the board, the screw's washer under the guide.
module button_cap() {
    difference() {
        union() {
            cylinder(d1 = cap_diameter - 3, d2 = cap_diameter, h = 1.5);
            translate([0, 0, 1.5 - slack]) cylinder(d = cap_diameter, h = 8.5);
        }
        translate([0, 0, 3]) cylinder(d = cap_diameter - 5, h = 10);
    }
    difference() {
        cylinder(d = stem, h = 10 + wood + travel);
        translate([0, 0, wood]) cylinder(d = 2.5, h = 20, $fn = 24);
    }
}

// What guides it, upside down: through a hole in the board from above, with room for a spring around the stem, and an arm
// below for a D2SW. Its slots are so high that it works at about the last half millimetre.
module button_guide() {
    end = 3 + wood;
    line = end + travel + screw_head + 8.2;
    difference() {
        union() {
            cylinder(d = cap_diameter - 6, h = 3);
            cylinder(d = sleeve_diameter, h = end);
            translate([-7.4, -10.4, end - slack]) cube([3, 13.4, line - end + shift + 4]);
        }
        translate([0, 0, -1]) cylinder(d = stem + 2 * play, h = wood + 6);
        translate([0, 0, -1]) cylinder(d = stem + 5, h = 9);
        for (y = [-8.5, -8.5 + hole_pitch]) hull() for (z = [-shift, shift])
            translate([-9, y, line + z]) rotate([0, 90, 0]) cylinder(d = hole + 0.2, h = 6, $fn = 24);
    }
}

// Two boards meet in it, at the angle of the tray. Nothing of it stands inside: there flaps turn and rails lie. The
// boards stand on the floor, their ends against its core, and are screwed to its arms from outside.
module box_corner() {
    difference() {
        linear_extrude(height = wall_height, convexity = 6) difference() {
            union() {
                outside_of_corner();
                rotate(corner) mirror([0, 1]) outside_of_corner();
                circle(r = wood + arm_thick);
            }
            polygon([[0, 0], [200, 0], 200 * [1 + cos(corner), sin(corner)], 200 * [cos(corner), sin(corner)]]);
            room_of_board();
            rotate(corner) mirror([0, 1]) room_of_board();
        }
        for (turn = [0, 1]) rotate([0, 0, turn * corner]) mirror([0, turn, 0]) for (z = [12, wall_height - 12])
            translate([(inset + arm) / 2, -wood - arm_thick - 1, z]) rotate([-90, 0, 0]) cylinder(d = 3.4, h = arm_thick + 2);
    }
}

module outside_of_corner() { translate([0, -wood - arm_thick]) square([arm, wood + arm_thick]); }

module room_of_board() { translate([inset, -wood - play / 2]) square([arm, wood + play / 2 + 1]); }
