import * as z from 'zod/mini';
import { email, firstName, lastName, optionalText } from './fields.ts';
import { API_PATHS } from './paths.ts';
import { route } from './route.ts';

export const NEWSLETTER_SOURCES = ['hero', 'footer', 'registration_section'] as const;
/** Which of the page's forms a signup came from. */
export type NewsletterSource = (typeof NEWSLETTER_SOURCES)[number];

export const newsletterSignup = z.object({
  email,
  firstName,
  lastName,
  organization: optionalText(200),
  source: z._default(z.enum(NEWSLETTER_SOURCES, 'Expected hero, footer or registration_section'), 'hero'),
});

export const signUpForNewsletter = route({
  method: 'POST',
  path: API_PATHS.newsletterSignup,
  permission: 'anyone',
  body: newsletterSignup,
  /** It may deny success by its flags as well as by its status. */
  response: z.object({
    ok: z.boolean(),
    success: z.optional(z.boolean()),
    message: z.optional(z.string()),
  }),
});
