"""Rows as text."""

import csv
import io
import json

from .errors import ExportError


def _plain(value):
    """A blob has no place in a text: write it in hexadecimal."""
    return value.hex() if isinstance(value, bytes) else value


def _csv(columns, rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def _json(columns, rows):
    return json.dumps([dict(zip(columns, row)) for row in rows], ensure_ascii=False)


def _text(columns, rows):
    cells = [["" if value is None else str(value) for value in row] for row in rows]
    numeric = [all(isinstance(row[i], (int, float, type(None))) for row in rows) for i in range(len(columns))]
    widths = [max([len(name), *(len(row[i]) for row in cells)]) for i, name in enumerate(columns)]

    def line(values):
        sides = zip(values, widths, numeric)
        return " | ".join(value.rjust(width) if right else value.ljust(width) for value, width, right in sides).rstrip()

    rule = "-+-".join("-" * width for width in widths)
    return "\n".join([line(columns), rule, *map(line, cells)]) + "\n"


FORMATS = {"csv": _csv, "json": _json, "text": _text}


def export_rows(columns, rows, format):
    """Write rows (lists of values) in one of FORMATS."""
    try:
        write = FORMATS[format]
    except KeyError:
        raise ExportError(f"{format!r} is no export format; there are {', '.join(sorted(FORMATS))}") from None
    return write(columns, [[_plain(value) for value in row] for row in rows])
