/* What kind of program the ELF file is, before it is run. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <gelf.h>

#include "emulator.h"

static unsigned symbol(Elf *elf, const char *name)
{
	for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
		GElf_Shdr header;

		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize)
			continue;
		Elf_Data *data = elf_getdata(section, NULL);
		for (size_t i = 0; data && i < header.sh_size / header.sh_entsize; i++) {
			GElf_Sym found;

			if (!gelf_getsym(data, (int)i, &found))
				break;
			const char *called = elf_strptr(elf, header.sh_link, found.st_name);
			if (called && !strcmp(called, name))
				return (unsigned)found.st_value;
		}
	}
	return 0;
}

void program_begin(struct emulator *emulator)
{
	const char *path = emulator->options.elf;
	GElf_Ehdr header;

	elf_version(EV_CURRENT);
	int file = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		fail("cannot read the program %s: it is no ELF file", path);
	if (header.e_machine != EM_AVR || header.e_type != ET_EXEC)
		fail("%s is no program for an AVR", path);
	emulator->rows = symbol(elf, "flapscan_rows");
	emulator->columns = symbol(elf, "flapscan_columns");
	if (!emulator->rows || emulator->rows > ROWS || !emulator->columns || emulator->columns > COLUMNS)
		fail("%s is no flap scanner: it does not say how many rows and columns it has", path);
	elf_end(elf);
	close(file);
}
