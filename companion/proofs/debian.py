"""Another Debian in a folder: the tablet's versions, or the tablet's processor, on the machine at hand.

Packages are chosen and fetched by apt with a state of its own and only unpacked, so nothing here needs to be root,
nothing of the machine changes, and another processor's packages cost no emulation. It decides nothing about tests.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.proofs.places import run

MIRROR = "http://deb.debian.org/debian"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
#: The C libraries that wheels may be made for: any that this Debian's is newer than.
GLIBC = ("manylinux2014", "manylinux_2_17", "manylinux_2_28")
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
            done = self.folder / "unpacked" / package.name
            if done.exists():
                continue
            # tar and not dpkg-deb --extract: that one would replace the links of MERGED by folders.
            unpacked = f'dpkg-deb --fsys-tarfile "{package}" | tar -x --keep-directory-symlink -C "{self.root}"'
            run(["sh", "-c", unpacked])
            done.touch()
        stamp.write_text(wanted, "utf-8")

    def add_wheels(self, python: str, machine: str, wheels: Sequence[str]) -> Path:
        """Put wheels for that Python and processor into a folder of their own, without running either."""
        place = self.folder / "wheels"
        wanted = " ".join(wheels)
        stamp = place / "wheels"
        if not (stamp.is_file() and stamp.read_text("utf-8") == wanted):
            kinds = [word for kind in GLIBC for word in ("--platform", f"{kind}_{machine}")]
            only = ["--python-version", python, *kinds, "--only-binary=:all:", "--no-deps", "--upgrade"]
            run([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(place), *only, *wheels])
            stamp.write_text(wanted, "utf-8")
        return place

    def _prepare(self) -> None:
        for name in ("state/lists/partial", "cache/archives/partial", "root", "unpacked"):
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
        run(["apt-get", "--quiet=2", *settings, *words])
