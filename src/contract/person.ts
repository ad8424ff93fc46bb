import * as z from 'zod/mini';
import { TRACKS } from '#domain/packages.ts';
import { email, firstName, lastName, optionalText, optionalTrack } from './fields.ts';

/** Somebody with a seat, as calls return them. */
export const person = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  track: z.nullable(z.enum(TRACKS)),
});

/** A person as the desk showed them: what is done to the ticket must not happen to whoever has got the seat since. */
export const seenPerson = z.pick(person, { firstName: true, lastName: true, email: true });

/** The details of a person who takes a seat or edits their own. */
export const personForm = z.object({
  firstName,
  lastName,
  email,
  track: z.optional(optionalTrack),
  dietaryRestrictions: z.optional(optionalText(500)),
});
