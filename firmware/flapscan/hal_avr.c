/* The ATmega328P of a Nano at 16 MHz.
 *
 *   rows 1 to 6       D8 to D13   PB0 to PB5
 *   columns 1 to 6    D2 to D7    PD2 to PD7
 *   columns 7 to 12   A0 to A5    PC0 to PC5
 *   button            A6          ADC6
 *   the host          D0, D1      USART0
 *
 * Lines that a smaller build leaves over drive lamps: first those of rows, then those of columns, ascending.
 */
#include "hal_avr.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay.h>

#include "board.h"
#include "frames.h"
#include "hal.h"

/* A row that is not read is left alone, so that it can do no harm where a diode is missing. D13's LED would pull it down
 * then, and every column of a closed contact with it, to about 2 V, which reads as anything: it is driven high instead. */
#define LED_ROW 5

/* Left to their pull-ups, 50 kOhm at most, columns would take 0.8 x R x C to rise when a row is let go: 40 us with the
 * 1 nF of ten metres of wire. They are driven high for a moment instead, while no row is low, and what remains to be waited
 * for is their fall by way of a diode and a pin of less than 100 Ohm: 0.2 us with ten times as much wire. */
#define RISE_US 1
#define FALL_US 5

#define COLUMNS_D ((uint8_t)(ALL_COLUMNS << 2))
#define COLUMNS_C ((uint8_t)(ALL_COLUMNS >> 6))

#define BAUD_DIVISOR (F_CPU / 8 / 115200 - 1) /* 16, at double speed: 117,647 baud, 2.1 % fast, as all Nanos are */

#define RING_IN 32  /* 2.8 ms at 115,200 baud; it is emptied every millisecond */
#define RING_OUT 32 /* the longest frame; what follows it has room a millisecond later, long before the wire is idle */
_Static_assert(FRAME_MAX < RING_OUT, "a frame goes into the ring whole, or never");

/* For whoever runs the ELF file elsewhere, the emulator for one: symbols that take no room. */
#define TEXT_OF(number) #number
#define SAY(name, number) __asm__(".global " name "\n.set " name ", " TEXT_OF(number))
SAY("flapscan_rows", ROWS);
SAY("flapscan_columns", COLUMNS);

static volatile uint8_t ticks;
static volatile uint8_t in[RING_IN], in_end;
static uint8_t in_begin;
static volatile uint8_t out[RING_OUT], out_begin;
static uint8_t out_end;

/* Kept from before the start of C: the watchdog has to be stopped at once, and that takes MCUSR's flag away. */
static uint8_t reset_cause __attribute__((section(".noinit")));

void save_reset_cause(void) __attribute__((naked, used, section(".init3")));
void save_reset_cause(void)
{
	reset_cause = MCUSR;
	MCUSR = 0;
	wdt_disable();
}

uint8_t hal_reset_cause(void)
{
	return reset_cause;
}

static void lines_begin(void)
{
	PORTD = COLUMNS_D;
	PORTC = COLUMNS_C;
#if ROWS > LED_ROW
	PORTB = _BV(LED_ROW);
	DDRB = _BV(LED_ROW);
#endif
}

void hal_begin(void)
{
	lines_begin();
	/* A6 against the supply, upper eight bits, 125 kHz: a conversion takes 104 us. */
	ADMUX = _BV(REFS0) | _BV(ADLAR) | 6;
	ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
	/* 1 kHz: 16 MHz / 64 / 250. */
	TCCR0A = _BV(WGM01);
	OCR0A = 249;
	TIMSK0 = _BV(OCIE0A);
	TCCR0B = _BV(CS01) | _BV(CS00);
	/* In this order: the emulator reckons its speed when the divisor is set. */
	UCSR0A = _BV(U2X0);
	UBRR0 = BAUD_DIVISOR;
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
	set_sleep_mode(SLEEP_MODE_IDLE);
	/* A loop takes a millisecond; whoever needs 120 hangs. */
	wdt_enable(WDTO_120MS);
	sei();
}

ISR(TIMER0_COMPA_vect)
{
	ticks++;
}

uint8_t hal_wait_tick(uint8_t seen)
{
	/* The emulator measures from the timer's tick to here. */
	GPIOR0 = 0;
	wdt_reset();
	cli();
	while (ticks == seen) {
		sleep_enable();
		sei();
		sleep_cpu();
		sleep_disable();
		cli();
	}
	uint8_t now = ticks;
	sei();
	return now;
}

void hal_select_row(uint8_t row)
{
	if (row == LED_ROW)
		PORTB &= (uint8_t)~_BV(LED_ROW);
	else
		DDRB |= (uint8_t)(1 << row);
}

void hal_release_row(uint8_t row)
{
	if (row == LED_ROW)
		PORTB |= _BV(LED_ROW);
	else
		DDRB &= (uint8_t)~(1 << row);
}

void hal_raise_columns(void)
{
	DDRD |= COLUMNS_D;
	DDRC |= COLUMNS_C;
	_delay_us(RISE_US);
	DDRD &= (uint8_t)~COLUMNS_D;
	DDRC &= (uint8_t)~COLUMNS_C;
}

void hal_settle(void)
{
	_delay_us(FALL_US);
}

uint16_t hal_low_columns(void)
{
	return (uint16_t)~(uint16_t)((PIND >> 2) | (uint16_t)(PINC & 0x3F) << 6);
}

void hal_ask_button(void)
{
	ADCSRA |= _BV(ADSC);
}

uint8_t hal_button_level(void)
{
	return ADCH;
}

#if ROWS < MAX_ROWS || COLUMNS < MAX_COLUMNS
static void light(volatile uint8_t *port, uint8_t line, bool on)
{
	/* The direction register stands before its port. */
	port[-1] |= (uint8_t)(1 << line);
	if (on)
		*port |= (uint8_t)(1 << line);
	else
		*port &= (uint8_t)~(1 << line);
}

void hal_light_lamps(uint8_t lamps)
{
	for (uint8_t row = ROWS; row < MAX_ROWS; row++) {
		light(&PORTB, row, lamps & 1);
		lamps >>= 1;
	}
	for (uint8_t column = COLUMNS; column < MAX_COLUMNS; column++) {
		if (column < 6)
			light(&PORTD, (uint8_t)(column + 2), lamps & 1);
		else
			light(&PORTC, (uint8_t)(column - 6), lamps & 1);
		lamps >>= 1;
	}
}
#else
void hal_light_lamps(uint8_t lamps)
{
	(void)lamps; /* no line is left over */
}
#endif

ISR(USART_RX_vect)
{
	/* Bytes with errors go in as well: the frame's CRC tells. Where the ring is full they are lost: likewise. */
	uint8_t byte = UDR0;
	uint8_t next = (uint8_t)(in_end + 1) % RING_IN;

	if (next != in_begin) {
		in[in_end] = byte;
		in_end = next;
	}
}

bool hal_heard(uint8_t *byte)
{
	if (in_begin == in_end)
		return false;
	*byte = in[in_begin];
	in_begin = (uint8_t)(in_begin + 1) % RING_IN;
	return true;
}

ISR(USART_UDRE_vect)
{
	UDR0 = out[out_begin];
	out_begin = (uint8_t)(out_begin + 1) % RING_OUT;
	if (out_begin == out_end)
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

bool hal_send(const uint8_t *bytes, uint8_t count)
{
	uint8_t used = (uint8_t)(out_end - out_begin) % RING_OUT;

	if (count >= RING_OUT - used)
		return false;
	while (count--) {
		out[out_end] = *bytes++;
		cli();
		out_end = (uint8_t)(out_end + 1) % RING_OUT;
		UCSR0B |= _BV(UDRIE0);
		sei();
	}
	return true;
}

uint8_t hal_eeprom_read(uint8_t address)
{
	return eeprom_read_byte((const uint8_t *)(uint16_t)address);
}

bool hal_eeprom_write(uint8_t address, uint8_t byte)
{
	if (!eeprom_is_ready())
		return false;
	eeprom_write_byte((uint8_t *)(uint16_t)address, byte);
	return true;
}
