import * as z from 'zod/mini';
import { route } from './route.ts';

/**
 * 401 if nobody is signed in. `isAdmin` and `isCouponAdmin` tell the page what to show; the server checks again on
 * every call.
 */
export const getCurrentUser = route({
  method: 'GET',
  path: '/api/auth/user',
  permission: 'anyone',
  response: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    profileImageUrl: z.nullable(z.string()),
    isAdmin: z.boolean(),
    isCouponAdmin: z.boolean(),
  }),
});
export type CurrentUser = (typeof getCurrentUser.response)['_zod']['output'];
