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

/** The details of a person who takes a seat or edits their own. */
export const personForm = z.object({
  firstName,
  lastName,
  email,
  track: z.optional(optionalTrack),
  dietaryRestrictions: z.optional(optionalText(500)),
});
