import * as z from 'zod/mini';
import { page } from './list-query.ts';
import { route } from './route.ts';

/** All signups, newest first; `search` matches names, addresses and organizations. */
export const listNewsletterSignups = route({
  method: 'GET',
  path: '/api/admin/newsletter/signups',
  permission: 'admin',
  query: z.object({ search: page.shape.search }),
  response: z.object({
    signups: z.array(
      z.object({
        id: z.int(),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        organization: z.nullable(z.string()),
        source: z.enum(['hero_section', 'footer', 'registration_section']),
        createdAt: z.string(),
      }),
    ),
  }),
});
