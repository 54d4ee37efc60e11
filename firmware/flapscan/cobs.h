/* Consistent overhead byte stuffing (Cheshire and Baker, 1999): no zero within a frame, so that zero can end it.
 *
 * For bodies of up to 253 bytes, which take one byte more when encoded. Nothing here writes the zero that ends a
 * frame.
 */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

/* The body, of `count` bytes, begins at frame[1]; encoded in place it begins at frame[0] and ends where it did. */
void cobs_encode(uint8_t *frame, uint8_t count);

/* Decodes in place; returns the bytes that are left, or 0 for what no encoder wrote (or for an empty body). */
uint8_t cobs_decode(uint8_t *bytes, uint8_t count);

#endif
