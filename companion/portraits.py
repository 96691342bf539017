"""The photos of the people who play: small squares, cut from the camera's picture or from a file. They never leave this
device, and go with everything else that is deleted.
"""

import secrets
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import cv2

from calibration.errors import BadInput
from companion.desk import PHOTOS, Desk
from companion.paper import documents
from companion.store.whole import write_whole
from companion.studio import PICTURES
from companion.ui.table_model import TableModel
from vision.image import Image
from vision.stills import load_still

PEOPLE = "people"
#: Pixels to a side; and so many pictures of the folder are offered.
SIDE, OFFERED = 240, 24


class Portraits:
    """`folder` is where pictures of people are looked for."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self.folder = desk, documents(desk.folder) / PEOPLE

    def hear(self, model: TableModel | None) -> None:
        pass

    def close(self) -> None:
        pass

    def cut(self, image: Image) -> Generator[str, None, None]:
        """The middle of a picture, kept; what comes out is the name of the photo."""
        side = min(image.shape[:2])
        top, left = ((length - side) // 2 for length in image.shape[:2])
        square = cv2.resize(image[top : top + side, left : left + side], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        done, data = cv2.imencode(".png", square)
        assert done
        yield self._keep(data.tobytes())

    def _keep(self, data: bytes) -> str:
        # Another name for another photo: what draws them keeps pictures by their name.
        photo = secrets.token_hex(8)
        folder = self._desk.folder / PHOTOS
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise BadInput(f"cannot be made ({wrong.strerror})", str(folder), "make room for it") from None
        write_whole(folder / f"{photo}.png", data, force=False)
        return photo

    def cut_file(self, path: Path) -> Generator[str, None, None]:
        yield from self.cut(load_still(path))

    def give(self, name: str, photo: str) -> None:
        """This becomes somebody's photo, or none; the one before is gone. Whoever has left meanwhile gets none."""
        household, gone = self._desk.household, self._desk.photo_of(name)
        if any(person.name == name for person in household.people):
            self._desk.change(household.with_person(replace(household.person(name), photo=photo), name))
        else:
            gone = str(self._desk.folder / PHOTOS / f"{photo}.png")
        if gone:
            Path(gone).unlink(missing_ok=True)

    def photo(self, name: str) -> bytes:
        """Somebody's photo as it is kept; nothing where there is none."""
        path = self._desk.photo_of(name)
        return Path(path).read_bytes() if path else b""

    def put_back(self, name: str, photo: bytes, sorry: Callable[[str], None]) -> None:
        """What `photo` has told, for somebody who is here again."""
        try:
            self.give(name, self._keep(photo))
        except BadInput as wrong:
            sorry(str(wrong))

    def pictures(self) -> tuple[Path, ...]:
        """The newest pictures in the folder, by name."""
        try:
            files = [path for path in self.folder.iterdir() if path.suffix.lower() in PICTURES and path.is_file()]
        except OSError:
            files = []
        return tuple(sorted(sorted(files, key=lambda path: -path.stat().st_mtime_ns)[:OFFERED]))
