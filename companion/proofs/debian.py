"""Another Debian in a folder: the tablet's versions, or the tablet's processor, on the machine at hand.

Packages are chosen and fetched by apt with a state of its own and only unpacked, so nothing here needs to be root,
nothing of the machine changes, and another processor's packages cost no emulation. It decides nothing about tests.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.errors import BadInput

MIRROR = "http://deb.debian.org/debian"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
#: Where Debian has merged its folders since 2023: these are links into /usr.
MERGED = ("bin", "lib", "lib64", "sbin")


@dataclass(frozen=True, slots=True)
class Debian:
    """A release for a processor, in a folder of its own."""

    folder: Path
    release: str
    processor: str

    @property
    def root(self) -> Path:
        return self.folder / "root"

    def unpack(self, packages: Sequence[str]) -> None:
        """Fetch packages with all they depend on, and unpack them. A second call with the same packages is free."""
        wanted = " ".join(packages)
        stamp = self.folder / "packages"
        if stamp.is_file() and stamp.read_text("utf-8") == wanted:
            return
        self._prepare()
        self._apt("update")
        self._apt("install", "--yes", "--download-only", "--no-install-recommends", *packages)
        for package in sorted((self.folder / "cache/archives").glob("*.deb")):
            # tar and not dpkg-deb --extract: that one would replace the links of MERGED by folders.
            unpacked = f'dpkg-deb --fsys-tarfile "{package}" | tar -x --keep-directory-symlink -C "{self.root}"'
            _done(["sh", "-c", unpacked])
            package.unlink()
        stamp.write_text(wanted, "utf-8")

    def add_wheels(self, place: Path, python: str, platform: str, wheels: Sequence[str], pip: Sequence[str]) -> None:
        """Install wheels made for that Python and processor into a folder, without running either."""
        wanted = " ".join(wheels)
        stamp = place / "wheels"
        if stamp.is_file() and stamp.read_text("utf-8") == wanted:
            return
        chosen = ["--python-version", python, "--platform", platform, "--only-binary=:all:", "--no-deps"]
        _done([*pip, "install", "--quiet", "--target", str(place), "--upgrade", *chosen, *wheels])
        stamp.write_text(wanted, "utf-8")

    def _prepare(self) -> None:
        for name in ("state/lists/partial", "cache/archives/partial", "root"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        for name in MERGED:
            (self.root / "usr" / name).mkdir(parents=True, exist_ok=True)
            link = self.root / name
            if not link.is_symlink():
                link.symlink_to(f"usr/{name}")
        (self.folder / "status").touch()
        source = f"deb [signed-by={KEYRING}] {MIRROR} {self.release} main\n"
        (self.folder / "sources.list").write_text(source, "utf-8")

    def _apt(self, *words: str) -> None:
        options = {
            "APT::Architecture": self.processor,
            "APT::Architectures": self.processor,
            "APT::Sandbox::User": "",
            "Debug::NoLocking": "1",
            "Dir::Cache": self.folder / "cache",
            "Dir::Etc::Parts": "/nonexistent",
            "Dir::Etc::SourceList": self.folder / "sources.list",
            "Dir::Etc::SourceParts": "/nonexistent",
            "Dir::State": self.folder / "state",
            "Dir::State::Status": self.folder / "status",
        }
        settings = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
        _done(["apt-get", "--quiet=2", *settings, *words])


def _done(command: list[str]) -> None:
    """Run to the end, or say in one sentence what the program said last."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as wrong:
        raise BadInput(f"{command[0]} cannot be started ({wrong.strerror})", do="this needs Debian's apt") from None
    if ended.returncode:
        said = (ended.stderr or ended.stdout).strip().splitlines() or ["it says nothing"]
        raise BadInput(f"{command[0]} failed: {said[-1]:.200}", do="look at the network and the room on the disk")
