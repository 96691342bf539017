"""Drawings become the pages of a PDF: vectors at true size, the same bytes for the same drawings. Only what is needed.

Every page's coordinates are the drawing's own millimetres. A drawing laid on several places is stored once, and its
paper cuts it off there. The file asks the printer's dialog not to scale, and says nothing of when or by whom.
"""

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from vision.art.drawing import Colour, Disc, Drawing, Inset, Point, Polygon, Stroke, rectangle

POINTS_A_MM = 72 / 25.4
#: How far the handles of a quarter of a circle drawn as one curve stand off, in radii.
HANDLE = 0.5522847


def write_pdf(pages: Sequence[Drawing], title: str) -> bytes:
    """The whole file. All pages may differ in size."""
    book = _Book()
    kids = b" ".join(b"%d 0 R" % book.page(page) for page in pages)
    book.set(_Book.PAGES, b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)))
    wishes = b"<< /PrintScaling /None /PickTrayByPDFSize true >>"
    book.set(_Book.CATALOG, b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences %s >>" % wishes)
    text = b"\xfe\xff" + title.encode("utf-16-be")
    book.set(_Book.INFO, b"<< /Title <%s> /Producer (Tapis) >>" % text.hex().upper().encode())
    return book.bound()


@dataclass(slots=True)
class _Book:
    """The numbered objects of a file while they are collected."""

    CATALOG, PAGES, INFO = 1, 2, 3
    objects: dict[int, bytes] = field(default_factory=dict)
    #: Drawings that are laid on others: by what they look like, and those met already by which they are.
    forms: dict[bytes, int] = field(default_factory=dict)
    met: dict[int, int] = field(default_factory=dict)

    def set(self, number: int, body: bytes) -> None:
        self.objects[number] = body

    def add(self, body: bytes) -> int:
        number = max((_Book.INFO, *self.objects)) + 1
        self.set(number, body)
        return number

    def page(self, drawing: Drawing) -> int:
        content, resources = self._content(drawing)
        # Millimetres from the top left become points from the bottom left.
        scale, high = POINTS_A_MM, drawing.height_mm * POINTS_A_MM
        turn = b"%.9f 0 0 %.9f 0 %.6f cm\n1 J 1 j\n" % (scale, -scale, high)
        stream = self.add(_stream(b"", turn + content))
        box = b"[0 0 %.4f %.4f]" % (drawing.width_mm * POINTS_A_MM, high)
        return self.add(
            b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Resources %s /Contents %d 0 R >>" % (box, resources, stream)
        )

    def form(self, drawing: Drawing) -> int:
        """A drawing as an object that pages may lay down; its box is what cuts it off."""
        content, resources = self._content(drawing)
        box = _numbers(0, 0, drawing.width_mm, drawing.height_mm)
        head = b"/Type /XObject /Subtype /Form /BBox [%s] /Resources %s " % (box, resources)
        if head + content not in self.forms:
            self.forms[head + content] = self.add(_stream(head, content))
        # The pages hold the drawing while the file is made, so nothing else can get its id.
        self.met[id(drawing)] = self.forms[head + content]
        return self.forms[head + content]

    def _content(self, drawing: Drawing) -> tuple[bytes, bytes]:
        paper = rectangle(0, 0, drawing.width_mm, drawing.height_mm, drawing.paper)
        lines, used = [], set()
        for shape in (paper, *drawing.shapes):
            if isinstance(shape, Inset):
                number = self.met.get(id(shape.drawing)) or self.form(shape.drawing)
                used.add(number)
                lines.append(b"q 1 0 0 1 %s cm /F%d Do Q" % (_numbers(*shape.left_top), number))
            else:
                lines.append(_painted(shape))
        forms = b" ".join(b"/F%d %d 0 R" % (number, number) for number in sorted(used))
        return b"\n".join(lines), b"<< /XObject << %s >> >>" % forms

    def bound(self) -> bytes:
        """Objects, the table of where each begins, and the trailer."""
        parts, starts, length = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"], [], 15
        for number in sorted(self.objects):
            starts.append(length)
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, self.objects[number]))
            length += len(parts[-1])
        mark = hashlib.md5(b"".join(parts), usedforsecurity=False).hexdigest().upper().encode()
        table = b"".join(b"%010d 00000 n \n" % start for start in starts)
        count = len(starts) + 1
        tail = b"<< /Size %d /Root 1 0 R /Info 3 0 R /ID [<%s> <%s>] >>" % (count, mark, mark)
        parts.append(b"xref\n0 %d\n0000000000 65535 f \n%strailer\n%s\nstartxref\n%d\n" % (count, table, tail, length))
        return b"".join((*parts, b"%%EOF\n"))


def _stream(head: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    return b"<< %s/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (head, len(packed), packed)


def _painted(shape: Polygon | Disc | Stroke) -> bytes:
    if isinstance(shape, Polygon):
        return b"%s rg %s h f" % (_colour(shape.fill), _path(shape.points))
    if isinstance(shape, Disc):
        return b"%s rg %s h f" % (_colour(shape.fill), _circle(shape.centre, shape.radius_mm))
    end = b" s" if shape.closed else b" S"
    return b"%s RG %s w %s%s" % (_colour(shape.colour), _numbers(shape.width_mm), _path(shape.points), end)


def _path(points: Sequence[Point]) -> bytes:
    return b" ".join(b"%s %s" % (_numbers(*point), b"l" if k else b"m") for k, point in enumerate(points))


def _circle(centre: Point, radius: float) -> bytes:
    x, y, r, h = *centre, radius, HANDLE * radius
    quarters = (
        (x + r, y + h, x + h, y + r, x, y + r),
        (x - h, y + r, x - r, y + h, x - r, y),
        (x - r, y - h, x - h, y - r, x, y - r),
        (x + h, y - r, x + r, y - h, x + r, y),
    )
    return b"%s m " % _numbers(x + r, y) + b" ".join(b"%s c" % _numbers(*quarter) for quarter in quarters)


def _colour(colour: Colour) -> bytes:
    return _numbers(*(part / 255 for part in colour))


def _numbers(*values: float) -> bytes:
    """Plain decimals to a thousandth: a micrometre on paper. (PDF knows no exponents.)"""
    return " ".join(f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".") for value in values).encode()
