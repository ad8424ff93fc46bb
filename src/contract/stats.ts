import * as z from 'zod/mini';
import { signedDollars } from './dollars.ts';
import { route } from './route.ts';

export const getStats = route({
  method: 'GET',
  path: '/api/admin/stats',
  permission: 'admin',
  /** `totalRevenue`: captured minus refunded and what disputes took, as *Net* in the file of orders. */
  response: z.object({
    totalOrders: z.int(),
    totalRevenue: signedDollars,
    totalRegistrations: z.int(),
    pendingPayments: z.int(),
  }),
});
