import * as z from 'zod/mini';
import { email, firstName, lastName, optionalText, optionalTrack } from './fields.ts';

/** What a person says who gets a seat, or who has one and changes something. */
export const personForm = z.object({
  firstName,
  lastName,
  email,
  track: z.optional(optionalTrack),
  dietaryRestrictions: z.optional(optionalText(500)),
});
