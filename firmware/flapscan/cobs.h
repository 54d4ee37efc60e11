/* Consistent overhead byte stuffing (Cheshire and Baker, 1999): no zero within a frame, so that zero can end it.
 *
 * For bodies of up to 253 bytes, which take one byte more when encoded. Neither function writes the zero that ends a
 * frame.
 */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

/* `out` has room for count + 1 bytes and does not overlap `body`; returns the bytes written. */
uint8_t cobs_encode(uint8_t *out, const uint8_t *body, uint8_t count);

/* Decodes in place; returns the bytes that are left, or 0 for what no encoder wrote (or for an empty body). */
uint8_t cobs_decode(uint8_t *bytes, uint8_t count);

#endif
