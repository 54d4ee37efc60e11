"""What the tests on the kernel's own devices say where they cannot be run. They themselves are in tests/kernel."""

from __future__ import annotations

import pytest

from tests.kernel import kit
from tests.kernel.sources import CHANGES, SourceDiffersError, changed


def test_without_qemu_the_packages_to_install_are_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(kit.platform, "machine", lambda: "x86_64")
    with pytest.raises(
        kit.NotHereError, match=r"^qemu-system-x86_64 is not installed: apt-get install qemu-"
    ):
        kit.kit()


def test_a_machine_of_another_kind_is_told_so(monkeypatch):
    monkeypatch.setattr(kit.platform, "machine", lambda: "aarch64")
    with pytest.raises(kit.NotHereError, match="a machine of type aarch64"):
        kit.kit()


def test_a_kernel_source_that_reads_otherwise_is_refused_with_what_was_looked_for():
    (before, after), *_ = CHANGES["kernel/irq/irq_sim.c"]
    assert changed("kernel/irq/irq_sim.c", f"{{ {before} }}") == f"{{ {after} }}"
    for source in ("{ }", f"{{ {before} {before} }}"):
        with pytest.raises(SourceDiffersError, match=r"irq_sim\.c of this kernel has .* times, not once"):
            changed("kernel/irq/irq_sim.c", source)
