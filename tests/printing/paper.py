"""A reader for the PDFs we write: just enough to measure them without any other program."""

import re
import shutil
import subprocess
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

POINT_MM = 25.4 / 72
NUMBER = rb"-?\d*\.?\d+"


@dataclass(frozen=True)
class PdfPage:
    size_mm: tuple[float, float]
    #: What one unit of the page's own coordinates is on paper, in millimetres.
    unit_mm: float
    content: bytes
    forms: dict[int, tuple[float, float]]

    def insets(self) -> list[tuple[float, float, int]]:
        """Where drawings are laid: left, top, and which."""
        laid = re.findall(rb"q 1 0 0 1 (%s) (%s) cm /F(\d+) Do" % (NUMBER, NUMBER), self.content)
        return [(float(x), float(y), int(form)) for x, y, form in laid]

    def lines(self, width: str) -> list[tuple[float, ...]]:
        """Straight strokes of so wide a pen: x0, y0, x1, y1."""
        pattern = rb" %s w (%s) (%s) m (%s) (%s) l S" % (width.encode(), NUMBER, NUMBER, NUMBER, NUMBER)
        return [tuple(map(float, line)) for line in re.findall(pattern, self.content)]


def read_pdf(data: bytes) -> list[PdfPage]:
    assert data.startswith(b"%PDF-1.7\n") and data.endswith(b"%%EOF\n")
    objects = _objects(data)
    kids = re.search(rb"/Kids \[(.*?)\]", objects[2])
    return [_page(objects, int(number)) for number in re.findall(rb"(\d+) 0 R", kids[1])]


def _objects(data: bytes) -> dict[int, bytes]:
    """By the file's own table: each object must begin where that says."""
    start = int(re.search(rb"startxref\n(\d+)\n", data)[1])
    found = {}
    for number, entry in enumerate(re.findall(rb"(\d{10}) 00000 n ", data[start:]), 1):
        body = data[int(entry) :]
        assert body.startswith(b"%d 0 obj\n" % number)
        length = re.match(rb"\d+ 0 obj\n<<.*?/Length (\d+) >>\nstream\n", body)
        found[number] = body[: length.end() + int(length[1])] if length else body[: body.index(b"endobj")]
    return found


def _page(objects: dict[int, bytes], number: int) -> PdfPage:
    page = objects[number]
    box = [float(value) for value in re.search(rb"/MediaBox \[(.*?)\]", page)[1].split()]
    stream = objects[int(re.search(rb"/Contents (\d+) 0 R", page)[1])]
    content = zlib.decompress(stream.split(b"\nstream\n", 1)[1])
    scale, _, _, down, _, top = map(float, re.match(rb"(.*?) cm", content)[1].split())
    assert scale == -down and abs(top - box[3]) < 0.001
    forms = {}
    for form in map(int, re.findall(rb"/F(\d+) ", page)):
        bounds = [float(value) for value in re.search(rb"/BBox \[(.*?)\]", objects[form])[1].split()]
        forms[form] = (bounds[2] - bounds[0], bounds[3] - bounds[1])
    return PdfPage((box[2] * POINT_MM, box[3] * POINT_MM), scale * POINT_MM, content, forms)


def rendered(data: bytes, folder: Path, dpi: int) -> list[np.ndarray] | None:
    """The pages as another program paints them; None where it is not installed."""
    if shutil.which("pdftoppm") is None:
        return None
    (folder / "print.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-r", str(dpi), "-png", "print.pdf", "page"], cwd=folder, check=True)
    return [cv2.imread(str(file)) for file in sorted(folder.glob("page*.png"))]
