"""What a machine needs to be emulated with: Debian's kernel, its modules, ours, and a root to begin with.

Everything is made from Debian's packages, kept in ``build/kernel`` by the kernel's version, and made anew when
something it is made of has changed.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.kernel.sources import CHANGES, changed

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
KEPT = ROOT / "build" / "kernel"

PACKAGES = "qemu-system-x86 linux-headers-amd64 linux-source busybox-static cpio gcc make"
"""What has to be installed; the kernel itself is fetched and unpacked, so that no machine boots another for it."""

NEEDED = (
    "virtio_pci",
    "9p",
    "9pnet_virtio",
    "overlay",
    "virtio_net",
    "virtio_console",
    "configfs",
    "i2c_dev",
)
"""Modules of Debian's kernel: the way to the host's files, network, a line to talk on, and what ours need."""

FOLDERS = (
    *("drivers/char", "drivers/i2c", "drivers/net", "drivers/virtio"),
    *("fs/9p", "fs/configfs", "fs/fscache", "fs/netfs", "fs/overlayfs", "net/9p", "net/core"),
)
"""Where in the package they are."""

LONGEST_S = 300
"""For one download, one unpacking or one build on a slow machine."""


class NotHereError(Exception):
    """This machine has not what it takes; the sentence says what to install."""


@dataclass(frozen=True, slots=True)
class Kit:
    """Everything qemu is given."""

    qemu: str
    vmlinuz: Path
    initramfs: Path


def kit() -> Kit:
    """Find and make everything. Raises ``NotHereError`` where something cannot be had."""
    if platform.machine() != "x86_64":
        raise NotHereError(
            f"this is a machine of type {platform.machine()}, and only Debian's kernel for x86_64 is emulated, "
            "on the host's own programs"
        )
    qemu = _program("qemu-system-x86_64")
    busybox, *_ = (Path(_program(name)) for name in ("busybox", "cpio", "gcc", "make", "dpkg-deb"))
    headers, version = _headers()
    kept = KEPT / version
    kept.mkdir(parents=True, exist_ok=True)
    vmlinuz, modules = _kernel(kept, version)
    ours = _ours(kept, headers, version)
    return Kit(qemu, vmlinuz, _initramfs(kept, busybox, [*_in_order(modules), *ours]))


def _program(name: str) -> str:
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if found is None:
        raise NotHereError(f"{name} is not installed: apt-get install {PACKAGES}")
    return found


def _headers() -> tuple[Path, str]:
    """The newest headers that are installed, and the version of their kernel."""
    found = [
        (tuple(int(number) for number in re.findall(r"\d+", match[1])), path, match[1])
        for path in Path("/usr/src").glob("linux-headers-*")
        if (match := re.fullmatch(r"linux-headers-(\d+\.\d+\.\d+-\d+-amd64)", path.name))
    ]
    if not found:
        raise NotHereError(f"no headers of a Debian kernel are in /usr/src: apt-get install {PACKAGES}")
    _, path, version = max(found)
    return path, version


def _kernel(kept: Path, version: str) -> tuple[Path, Path]:
    """Debian's kernel and the folder of its modules: those of the machine, else from the package."""
    installed = Path(f"/boot/vmlinuz-{version}"), Path(f"/lib/modules/{version}/kernel")
    if os.access(installed[0], os.R_OK) and installed[1].is_dir():
        return installed
    unpacked = kept / "image"
    vmlinuz, modules = unpacked / f"boot/vmlinuz-{version}", unpacked / f"lib/modules/{version}/kernel"
    if not (unpacked / "complete").exists():
        shutil.rmtree(unpacked, ignore_errors=True)
        unpacked.mkdir()
        package = _download(f"linux-image-{version}", kept)
        wanted = [f"./boot/vmlinuz-{version}", *(f"./lib/modules/{version}/kernel/{one}" for one in FOLDERS)]
        _piped(["dpkg-deb", "--fsys-tarfile", str(package)], ["tar", "-x", "-C", str(unpacked), *wanted])
        package.unlink()
        (unpacked / "complete").touch()
    return vmlinuz, modules


def _download(package: str, to: Path) -> Path:
    try:
        subprocess.run(
            ["apt-get", "download", "--quiet", package],
            cwd=to,
            check=True,
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        said = " ".join((getattr(error, "stderr", None) or str(error)).split())
        raise NotHereError(
            f"the package {package}, the kernel of the headers that are installed, cannot be had ({said}); "
            "apt-get update, and install linux-headers-amd64 anew"
        ) from error
    (file,) = to.glob(f"{package}_*.deb")
    return file


def _piped(giving: list[str], taking: list[str]) -> None:
    with subprocess.Popen(giving, stdout=subprocess.PIPE) as giver:
        subprocess.run(taking, stdin=giver.stdout, check=True, timeout=LONGEST_S)


def _ours(kept: Path, headers: Path, version: str) -> list[Path]:
    """gpio-sim with its interrupts, and the I2C buses, built against ``headers``."""
    tarball = _source(version)
    own = sorted((HERE / "module").iterdir())
    made_of = _digest([*own, HERE / "sources.py"], f"{version} {tarball.stat().st_size}")
    folder = kept / "module"
    built = [folder / "gpio-sim-tray.ko", folder / "tray-bus.ko"]
    stamp = folder / "made-of"
    if not (stamp.exists() and stamp.read_text() == made_of and all(one.exists() for one in built)):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in _taken(kept, tarball).items():
            (folder / Path(name).name).write_text(changed(name, text), encoding="utf-8")
        for file in own:
            shutil.copy(file, folder)
        made = subprocess.run(
            ["make", "-C", str(headers), f"M={folder}", "modules"],
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
        )
        assert made.returncode == 0, f"the modules do not build:\n{made.stdout}\n{made.stderr}"
        stamp.write_text(made_of)
    return built


def _source(version: str) -> Path:
    series = ".".join(version.split(".")[:2])
    tarball = Path(f"/usr/src/linux-source-{series}.tar.xz")
    if not tarball.exists():
        raise NotHereError(f"{tarball} is not there: apt-get install linux-source-{series}")
    return tarball


def _taken(kept: Path, tarball: Path) -> dict[str, str]:
    """The files of the kernel's source that are built; unpacked once, which takes a while."""
    folder = kept / f"source-{tarball.stat().st_size}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=kept) as name:
            top = tarball.name.removesuffix(".tar.xz")
            subprocess.run(
                ["tar", "-xJf", str(tarball), "-C", name, *(f"{top}/{file}" for file in CHANGES)],
                check=True,
                timeout=LONGEST_S,
            )
            (Path(name) / top).rename(folder)
    return {name: (folder / name).read_text(encoding="utf-8") for name in CHANGES}


def _in_order(modules: Path) -> list[Path]:
    """The needed modules, each after those it depends on. What is built into the kernel is not among them."""
    by_name = {path.stem.replace("-", "_"): path for path in modules.rglob("*.ko")}
    order: list[Path] = []

    def need(name: str) -> None:
        path = by_name.get(name)
        if path is None or path in order:
            return
        for other in _depends(path):
            need(other)
        order.append(path)

    for name in NEEDED:
        need(name)
    return order


def _depends(module: Path) -> Iterator[str]:
    """As the module itself says in its section .modinfo."""
    said = re.search(rb"\0depends=([^\0]*)\0", module.read_bytes())
    for name in said[1].decode().split(",") if said else ():
        yield name.replace("-", "_")


def _initramfs(kept: Path, busybox: Path, modules: list[Path]) -> Path:
    """A root of busybox, the modules numbered in the order they are loaded, and the first program."""
    archive = kept / "initramfs"
    with tempfile.TemporaryDirectory(dir=kept) as name:
        root = Path(name)
        for folder in ("bin", "modules"):
            (root / folder).mkdir()
        shutil.copy(busybox, root / "bin/busybox")
        for number, module in enumerate(modules):
            shutil.copy(module, root / f"modules/{number:02}-{module.name}")
        shutil.copy(HERE / "guest" / "init", root / "init")
        (root / "init").chmod(0o755)
        names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
        made = subprocess.run(
            ["cpio", "--quiet", "--create", "--format=newc", "--owner=0:0"],
            cwd=root,
            input=names.encode(),
            stdout=subprocess.PIPE,
            check=True,
            timeout=LONGEST_S,
        )
    archive.write_bytes(made.stdout)
    return archive


def _digest(files: Iterable[Path], more: str) -> str:
    digest = hashlib.sha256(more.encode())
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
