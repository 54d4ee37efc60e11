/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/* Read by gpio-sim.c near its end: other modules can ground a line, as an interrupt output of a chip does. */
#include "part.h"

static int gpio_sim_is_labelled(struct gpio_chip *gc, void *label)
{
	return gc->set == gpio_sim_set && !strcmp(gc->label, label);
}

int gpio_sim_ground(const char *label, unsigned int offset, bool grounded)
{
	struct gpio_chip *gc = gpiochip_find((void *)label, gpio_sim_is_labelled);

	if (!gc || offset >= gc->ngpio)
		return -ENODEV;
	return gpio_sim_switch(gpiochip_get_data(gc), offset, grounded);
}
EXPORT_SYMBOL_GPL(gpio_sim_ground);
