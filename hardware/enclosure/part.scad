// One part by its name, for STL files and pictures.
include <parts.scad>

part = "flap";

if (part == "flap") rotate([180, 0, 0]) flap();
if (part == "hinge") rotate([0, -90, 0]) hinge();
if (part == "switch-bracket") switch_bracket();
if (part == "bezel") bezel();
if (part == "button-cap") button_cap();
if (part == "button-guide") button_guide();
if (part == "box-corner") box_corner();
