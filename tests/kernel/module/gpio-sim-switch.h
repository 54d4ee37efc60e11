/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Read by gpio-sim.c in its middle. What is wired to a line is a switch to ground: closed, it beats any pull-up; open,
 * the line is where its consumer pulls it, and has leaked down to ground where nobody does.
 */
static int gpio_sim_level(struct gpio_sim_chip *chip, unsigned int offset)
{
	return gpio_sim_apply_pull(chip, offset,
				   test_bit(offset, chip->bias_map) && !test_bit(offset, chip->grounded_map));
}

static int gpio_sim_bias(struct gpio_sim_chip *chip, unsigned int offset, bool up)
{
	assign_bit(offset, chip->bias_map, up);
	return gpio_sim_level(chip, offset);
}

static int gpio_sim_switch(struct gpio_sim_chip *chip, unsigned int offset, bool closed)
{
	assign_bit(offset, chip->grounded_map, closed);
	return gpio_sim_level(chip, offset);
}
