import * as z from 'zod/mini';
import { email, firstName, lastName, optionalText, optionalTrack } from './fields.ts';

/** The details of a person who takes a seat or edits their own. */
export const personForm = z.object({
  firstName,
  lastName,
  email,
  track: z.optional(optionalTrack),
  dietaryRestrictions: z.optional(optionalText(500)),
});
