"""What a tray reports about its parts, kept as the daemon's fault board keeps it."""


class Board(list):
    """(part, code, sentence) as they were reported, and what stands of it."""

    def __call__(self, part, code, sentence):
        self.append((part, code, sentence))

    @property
    def standing(self):
        latest = {(part, code): sentence for part, code, sentence in self}
        return {what: sentence for what, sentence in latest.items() if sentence is not None}
