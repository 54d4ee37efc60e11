// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * I2C buses with the chips of a tray on them, for /dev/i2c-N to find: plain messages go to models of the chips, and
 * take as long as the wires would. What hangs where, and what happens to it, is said in debugfs, folder tray-bus:
 *
 *	plug		takes "BUS ADDRESS KIND", such as "1 0x20 mcp23017"
 *	ground		takes "BUS ADDRESS INPUT 0|1": a switch at an expander's input opens or closes
 *	power		takes "BUS ADDRESS 0|1": the chip is unplugged, or has its supply anew
 *	spoil		how many of the next messages nobody will acknowledge
 *	BUS-ADDRESS	reads what people see of a panel, or an expander's registers
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "part.h"

#define MOST_BUSES 2

/* A bit on the wire: eight of a byte and its acknowledgement. */
#define CLOCKS_PER_BYTE 9

static int buses[MOST_BUSES] = { 1, 3 };
module_param_array(buses, int, NULL, 0444);
MODULE_PARM_DESC(buses, "numbers of the buses");

static int khz[MOST_BUSES] = { 400, 100 };
module_param_array(khz, int, NULL, 0444);
MODULE_PARM_DESC(khz, "their clocks");

static char *interrupt_chip = "pinctrl-rp1";
module_param(interrupt_chip, charp, 0444);
MODULE_PARM_DESC(interrupt_chip, "label of the simulated GPIO chip that interrupt outputs lead to");

static uint interrupt_line = 17;
module_param(interrupt_line, uint, 0644);
MODULE_PARM_DESC(interrupt_line, "its line; a number it does not have is a cut wire");

struct place {
	struct list_head all;
	int bus;
	unsigned int address;
	struct part *part;
};

static struct i2c_adapter adapters[MOST_BUSES];
static LIST_HEAD(places);
static DEFINE_MUTEX(lock);
static u32 spoil;
static bool interrupting;
static struct dentry *folder;

static const struct part_kind *const kinds[] = { &mcp23017, &ssd1306, &sh1106 };

static struct place *find(int bus, unsigned int address)
{
	struct place *place;

	list_for_each_entry(place, &places, all)
		if (place->bus == bus && place->address == address)
			return place;
	return NULL;
}

/* The one wire that all interrupt outputs can pull to ground. */
static void tell(void)
{
	struct place *place;
	bool wanted = false;

	list_for_each_entry(place, &places, all)
		if (place->part->powered && place->part->kind->interrupts)
			wanted |= place->part->kind->interrupts(place->part);
	if (wanted != interrupting && !gpio_sim_ground(interrupt_chip, interrupt_line, wanted))
		interrupting = wanted;
}

static int bus_xfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	unsigned int bits = 0, us;
	int done, ret = count;

	mutex_lock(&lock);
	for (done = 0; done < count; done++) {
		struct i2c_msg *message = &messages[done];
		struct place *place = find(adapter->nr, message->addr);

		bits += CLOCKS_PER_BYTE * (1 + message->len);
		if (spoil || !place || !place->part->powered) {
			spoil -= !!spoil;
			ret = -EREMOTEIO;
			break;
		}
		if (message->flags & I2C_M_RD)
			place->part->kind->read(place->part, message->buf, message->len);
		else
			place->part->kind->write(place->part, message->buf, message->len);
	}
	tell();
	mutex_unlock(&lock);
	us = bits * 1000 / khz[adapter - adapters];
	usleep_range(us, us + us / 4 + 1);
	return ret;
}

static u32 bus_functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = bus_xfer,
	.functionality = bus_functionality,
};

static int part_show(struct seq_file *to, void *unused)
{
	struct place *place = to->private;

	mutex_lock(&lock);
	place->part->kind->show(place->part, to);
	mutex_unlock(&lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(part);

static int plug(int bus, unsigned int address, const char *kind_name)
{
	struct place *place;
	char name[32];
	size_t kind;

	for (kind = 0; kind < ARRAY_SIZE(kinds); kind++)
		if (!strcmp(kinds[kind]->name, kind_name))
			break;
	if (kind == ARRAY_SIZE(kinds))
		return -EINVAL;
	if (find(bus, address))
		return -EBUSY;
	place = kzalloc(sizeof(*place), GFP_KERNEL);
	if (!place)
		return -ENOMEM;
	place->part = kzalloc(kinds[kind]->size, GFP_KERNEL);
	if (!place->part) {
		kfree(place);
		return -ENOMEM;
	}
	place->bus = bus;
	place->address = address;
	place->part->kind = kinds[kind];
	place->part->kind->power_on(place->part);
	place->part->powered = true;
	list_add_tail(&place->all, &places);
	snprintf(name, sizeof(name), "%d-%02x", bus, address);
	debugfs_create_file(name, 0444, folder, place, &part_fops);
	return 0;
}

static int ground(int bus, unsigned int address, unsigned int input, bool grounded)
{
	struct place *place = find(bus, address);

	if (!place || !place->part->kind->ground)
		return -ENODEV;
	place->part->kind->ground(place->part, input, grounded);
	tell();
	return 0;
}

static int power(int bus, unsigned int address, bool on)
{
	struct place *place = find(bus, address);

	if (!place)
		return -ENODEV;
	if (on)
		place->part->kind->power_on(place->part);
	place->part->powered = on;
	tell();
	return 0;
}

static ssize_t order_write(struct file *file, const char __user *from, size_t count, loff_t *at)
{
	const char *what = file->f_path.dentry->d_name.name;
	unsigned int address, input, on;
	char text[64], word[16];
	int bus, ret = -EINVAL;
	ssize_t length = simple_write_to_buffer(text, sizeof(text) - 1, at, from, count);

	if (length < 0)
		return length;
	text[length] = '\0';
	mutex_lock(&lock);
	if (!strcmp(what, "plug") && sscanf(text, "%d %i %15s", &bus, &address, word) == 3)
		ret = plug(bus, address, word);
	else if (!strcmp(what, "ground") && sscanf(text, "%d %i %u %u", &bus, &address, &input, &on) == 4)
		ret = ground(bus, address, input, on);
	else if (!strcmp(what, "power") && sscanf(text, "%d %i %u", &bus, &address, &on) == 3)
		ret = power(bus, address, on);
	mutex_unlock(&lock);
	return ret ?: length;
}

static const struct file_operations order_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = order_write,
};

static int __init tray_bus_init(void)
{
	int bus, ret;

	folder = debugfs_create_dir("tray-bus", NULL);
	debugfs_create_file("plug", 0200, folder, NULL, &order_fops);
	debugfs_create_file("ground", 0200, folder, NULL, &order_fops);
	debugfs_create_file("power", 0200, folder, NULL, &order_fops);
	debugfs_create_u32("spoil", 0600, folder, &spoil);
	for (bus = 0; bus < MOST_BUSES; bus++) {
		struct i2c_adapter *adapter = &adapters[bus];

		adapter->owner = THIS_MODULE;
		adapter->algo = &algorithm;
		adapter->nr = buses[bus];
		snprintf(adapter->name, sizeof(adapter->name), "tray bus %d", adapter->nr);
		ret = i2c_add_numbered_adapter(adapter);
		if (ret) {
			while (bus--)
				i2c_del_adapter(&adapters[bus]);
			debugfs_remove(folder);
			return ret;
		}
	}
	return 0;
}
module_init(tray_bus_init);

static void __exit tray_bus_exit(void)
{
	struct place *place, *next;
	int bus;

	for (bus = 0; bus < MOST_BUSES; bus++)
		i2c_del_adapter(&adapters[bus]);
	debugfs_remove(folder);
	list_for_each_entry_safe(place, next, &places, all) {
		kfree(place->part);
		kfree(place);
	}
	if (interrupting)
		gpio_sim_ground(interrupt_chip, interrupt_line, false);
}
module_exit(tray_bus_exit);

MODULE_AUTHOR("The stbpi authors");
MODULE_DESCRIPTION("I2C buses with the chips of a tray on them");
MODULE_LICENSE("Dual MIT/GPL");
