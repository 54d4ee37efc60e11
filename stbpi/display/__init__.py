"""From what the table wants to what people see: screens, the panels they are shown on, sentences.

``compose`` says what a screen shows, ``draw`` makes the picture, ``panel`` brings it to the glass. Nothing
here is imported before it is needed: Pillow comes with ``draw``, the panel drivers with ``open_display``.
"""
