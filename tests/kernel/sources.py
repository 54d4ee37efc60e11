"""Debian's gpio-sim and irq_sim made ready to be built outside the kernel, with switches to ground.

No kernel source is kept here: what is changed is named by the lines it replaces, each of which has to be there exactly
once. A kernel whose source reads otherwise is refused in a sentence instead of being built wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Replacements: TypeAlias = tuple[tuple[str, str], ...]


class SourceDiffersError(Exception):
    """The kernel's source is not the one these changes were written for."""


CHANGES: Mapping[str, Replacements] = {
    "kernel/irq/irq_sim.c": (
        # Interrupt descriptors are not for modules; this does the same through a function that is.
        ("handle_simple_irq(irq_to_desc(irqnum));", "generic_handle_irq(irqnum);"),
    ),
    "drivers/gpio/gpio-sim.c": (
        (
            "\tunsigned long *pull_map;\n",
            "\tunsigned long *pull_map;\n\tunsigned long *bias_map;\n\tunsigned long *grounded_map;\n",
        ),
        (
            "\tif (!chip->pull_map)\n\t\treturn -ENOMEM;\n",
            "\tchip->bias_map = devm_bitmap_zalloc(dev, num_lines, GFP_KERNEL);\n"
            "\tchip->grounded_map = devm_bitmap_zalloc(dev, num_lines, GFP_KERNEL);\n"
            "\tif (!chip->pull_map || !chip->bias_map || !chip->grounded_map)\n\t\treturn -ENOMEM;\n",
        ),
        (
            "static int gpio_sim_get(struct gpio_chip *gc, unsigned int offset)\n",
            '#include "gpio-sim-switch.h"\n\n'
            "static int gpio_sim_get(struct gpio_chip *gc, unsigned int offset)\n",
        ),
        (
            "\t\treturn gpio_sim_apply_pull(chip, offset, 1);\n\tcase PIN_CONFIG_BIAS_PULL_DOWN:\n"
            "\t\treturn gpio_sim_apply_pull(chip, offset, 0);\n",
            "\t\treturn gpio_sim_bias(chip, offset, true);\n\tcase PIN_CONFIG_BIAS_DISABLE:\n"
            "\tcase PIN_CONFIG_BIAS_PULL_DOWN:\n\t\treturn gpio_sim_bias(chip, offset, false);\n",
        ),
        (
            "\tret = gpio_sim_apply_pull(chip, line_attr->offset, pull);\n",
            "\tret = gpio_sim_switch(chip, line_attr->offset, !pull);\n",
        ),
        ("module_init(gpio_sim_init);\n", '#include "gpio-sim-ground.h"\n\nmodule_init(gpio_sim_init);\n'),
    ),
    "drivers/gpio/gpiolib.h": (),
}
"""What is taken of the kernel's source, and what of it is changed."""


def changed(name: str, text: str) -> str:
    """A file of the kernel as it is built here. Raises ``SourceDiffersError``."""
    for old, new in CHANGES[name]:
        if text.count(old) != 1:
            raise SourceDiffersError(
                f"{name} of this kernel has {old.strip()!r} {text.count(old)} times, not once; "
                "these tests know the source of Debian 12 (Linux 6.1)"
            )
        text = text.replace(old, new)
    return text
