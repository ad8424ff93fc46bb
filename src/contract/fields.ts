import * as z from 'zod/mini';
import { PACKAGE_SIZES, seatsOf, TRACKS } from '#domain/packages.ts';

/** Field schemas with their messages. Forms and server share them, so both refuse alike. */

const PLAIN = 'Contains characters that cannot be used here';
const DIRECTION = 'Contains an invisible character that changes the direction of text; type it again';

export const requiredText = (message: string, max: number) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `At most ${max} characters, please`),
      z.refine(isPlain, PLAIN),
      z.refine(keepsDirection, DIRECTION),
    );

/** Optional text; blank counts as absent. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(
      z
        .string()
        .check(
          z.maxLength(max, `At most ${max} characters, please`),
          z.refine(isPlain, PLAIN),
          z.refine(keepsDirection, DIRECTION),
        ),
    ),
    z.transform((text) => text?.trim() || null),
  );

/** Optional multi-line text. */
export const optionalLines = (max: number) =>
  z.pipe(
    z.nullish(
      z.string().check(
        z.maxLength(max, `At most ${max} characters, please`),
        z.refine((text) => isPlain(text.replaceAll(/[\r\n\t]/g, ' ')), PLAIN),
      ),
    ),
    z.transform((text) => text?.replaceAll(/\r\n?/g, '\n').trim() || null),
  );

export const firstName = requiredText('First name is required', 100);
export const lastName = requiredText('Last name is required', 100);
export const email = z
  .string('Valid email is required')
  .check(z.trim(), z.maxLength(254, 'Valid email is required'), z.email('Valid email is required'));
export const phone = z.string('Phone number is required').check(
  z.trim(),
  z.minLength(1, 'Phone number is required'),
  z.maxLength(40, 'At most 40 characters, please'),
  z.refine((text) => text.replaceAll(/\D/g, '').length >= 7, 'Enter a phone number with at least 7 digits'),
  z.refine(isPlain, PLAIN),
);

const WHICH_TRACK = 'Choose a track: caregivers or professionals';
export const track = z.enum(TRACKS, WHICH_TRACK);
export const optionalTrack = z.pipe(
  z.nullish(z.union([track, z.literal('')], WHICH_TRACK)),
  z.transform((value) => value || null),
);

export const seats = z
  .int('Choose one of the packages')
  .check(
    z.refine((count) => PACKAGE_SIZES.some((size) => seatsOf(size) === count), 'Choose one of the packages'),
  );

/** No control characters: they would reach mail headers, CSV files and logs. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text);
}

/**
 * No character that embeds, overrides or isolates a direction: a name with one reverses the text around it, on
 * tickets and at the door. Arabic and Hebrew names don't need them, and the directional marks such text may contain
 * are allowed.
 */
function keepsDirection(text: string): boolean {
  return !/[\u202a-\u202e\u2066-\u2069]/.test(text);
}
