import * as z from 'zod/mini';
import { PACKAGE_SIZES, seatsOf, TRACKS } from '#domain/packages.ts';
import { plainCharacters } from '#domain/plain-characters.ts';
import * as fieldWords from './words/fields.ts';

/** Field schemas with their messages. Forms and server share them, so both refuse the same input. */

/**
 * What every text of one line must pass. No character that embeds, overrides or isolates a direction: a name with one
 * reverses the text around it, on tickets and at the door. Arabic and Hebrew names don't need them, and the directional
 * marks such text may contain are allowed.
 */
const line = (max: number): z.core.$ZodCheck<string>[] => [
  z.maxLength(max, fieldWords.tooLong(max)),
  z.refine(isPlain, fieldWords.controlCharacters),
  z.refine((text) => !/[\u202a-\u202e\u2066-\u2069]/.test(text), fieldWords.hiddenDirection),
];

/** Text with at least one visible character; U+2800 is Braille's blank. */
export const requiredText = (message: string, max: number) =>
  z.string(message).check(
    z.trim(),
    z.refine((text) => /[^\p{DI}\p{M}\p{Z}\u2800]/u.test(text), message),
    ...line(max),
  );

/** Optional text; blank counts as absent. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(z.string().check(...line(max))),
    z.transform((text) => text?.trim() || null),
  );

/**
 * What email clients turn into links, a bare domain, too, in any case: `bad.com`, `BAD.COM`, `Bad.Com`, `t.Co/x`. But
 * “St.John” and “J.R. Sample” are names.
 */
const LINK_IN_NAME =
  /:\/\/|[wW]{3}\.|[\p{L}\p{N}][.。](?:\p{Ll}\p{L}|\p{Lu}{2}|\p{L}{2,}\/)|[\p{L}\p{N}-]{3}[.。]\p{Lu}\p{Ll}/u;

/**
 * Names are mailed to addresses that nobody has verified, so they have no links, not even with invisible characters or
 * another form of the dot.
 */
const name = (message: string) =>
  requiredText(message, 100).check(
    z.refine((text) => !LINK_IN_NAME.test(plainCharacters(text)), fieldWords.linkInName),
  );

export const firstName = name(fieldWords.firstName);
export const lastName = name(fieldWords.lastName);
export const email = z
  .string(fieldWords.email)
  .check(z.trim(), z.maxLength(254, fieldWords.email), z.email(fieldWords.email));
export const phone = requiredText(fieldWords.phone, 40).check(
  z.refine((text) => text.replaceAll(/\D/g, '').length >= 7, fieldWords.phoneTooShort),
);

export const track = z.enum(TRACKS, fieldWords.track);
export const optionalTrack = z.pipe(
  z.nullish(z.union([track, z.literal('')], fieldWords.track)),
  z.transform((value) => value || null),
);

export const seats = z
  .int(fieldWords.wrongPackage)
  .check(z.refine((count) => PACKAGE_SIZES.some((size) => seatsOf(size) === count), fieldWords.wrongPackage));

/** An id that a page or phone made. In capital letters it is the same one. */
export const uuid = (message: string) => z.uuid(message).check(z.toLowerCase());

/** No control characters: they would reach mail headers, CSV files and logs. */
export function isPlain(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text);
}
