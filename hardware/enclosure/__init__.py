"""The wooden box and the printed parts: made by OpenSCAD from the measures in ``parameters.scad``."""
