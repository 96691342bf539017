"""A camera that is made up: it sees the same picture for ever. Which one, and who opens it, is for the tests to say."""

from vision.frame import Frame


class Still:
    """Counts itself among the `opened` until it is closed."""

    def __init__(self, name, image, opened):
        self.name, self.size = name, (image.shape[1], image.shape[0])
        self._image, self._opened, self._count = image, opened, 0
        opened.append(self)

    def read(self):
        self._count += 1
        return Frame(self._count, self._count * 40_000_000, self._image, self.name)

    def close(self):
        self._opened.remove(self)
