/* CRC-16/CCITT-FALSE: polynomial 0x1021, starts with 0xFFFF, nothing reflected; "123456789" gives 0x29B1. */
#ifndef CRC16_H
#define CRC16_H

#include <stdint.h>

#define CRC16_START 0xFFFFU

uint16_t crc16_add(uint16_t crc, uint8_t byte);
uint16_t crc16(const uint8_t *bytes, uint8_t count);

#endif
