import * as z from 'zod/mini';
import { email, firstName, lastName, optionalText } from './fields.ts';
import { API_PATHS } from './paths.ts';
import { route } from './route.ts';
import * as fieldWords from './words/fields.ts';

export const NEWSLETTER_SOURCES = ['hero', 'footer', 'registration_section'] as const;
/** The form on the page that a signup came from. */
export type NewsletterSource = (typeof NEWSLETTER_SOURCES)[number];

export const newsletterSignup = z.object({
  email,
  firstName,
  lastName,
  organization: optionalText(200),
  source: z._default(z.enum(NEWSLETTER_SOURCES, fieldWords.newsletterSource), 'hero'),
});

export const signUpForNewsletter = route({
  method: 'POST',
  path: API_PATHS.newsletterSignup,
  permission: 'anyone',
  body: newsletterSignup,
  /** Pages check these flags as well as the status. */
  response: z.object({ ok: z.boolean(), success: z.optional(z.boolean()), message: z.optional(z.string()) }),
});
