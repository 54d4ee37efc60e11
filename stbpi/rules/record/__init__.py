"""Matches as plain text that people can read, write and mail; ``docs/record-format.md`` has the grammar.

>>> from stbpi.rules.record import read_record
>>> record = read_record('''stbpi record 1
... rules = classic
... players = Anna, Ben
...
... round 1
... Anna: 6+3 -> 1 8; 5+4 -> 9; 6+4 -> 4 6; 6+6 -> 5 7; 4+1 -> 2 3 (shuts the box)
... ''')
>>> record.match.winners
(0,)
"""

from __future__ import annotations

from stbpi.rules.record.errors import BrokenRule, RecordError, TagError
from stbpi.rules.record.model import Record, Tags
from stbpi.rules.record.reader import read_record, read_records
from stbpi.rules.record.writer import write_record

__all__ = [
    "BrokenRule",
    "Record",
    "RecordError",
    "TagError",
    "Tags",
    "read_record",
    "read_records",
    "write_record",
]
