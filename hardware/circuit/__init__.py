"""The electronics of a tray: one circuit made from its wiring profile, and the papers that are drawn from it."""
