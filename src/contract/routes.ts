import * as adminOrders from './admin-orders.ts';
import * as attendees from './attendees.ts';
import * as auth from './auth.ts';
import * as badges from './badges.ts';
import * as cancel from './cancel.ts';
import * as capacity from './capacity.ts';
import * as catalog from './catalog.ts';
import * as checkIn from './check-in.ts';
import * as checkout from './checkout.ts';
import * as checkoutOrder from './checkout-order.ts';
import * as coupons from './coupons.ts';
import * as door from './door.ts';
import * as doorDay from './door-day.ts';
import * as emailTemplates from './email-templates.ts';
import * as event from './event.ts';
import * as holds from './holds.ts';
import * as myTicket from './my-ticket.ts';
import * as newsletter from './newsletter.ts';
import * as newsletterSignups from './newsletter-signups.ts';
import * as orders from './orders.ts';
import * as packages from './packages.ts';
import * as refunds from './refunds.ts';
import * as registrations from './registrations.ts';
import type { Route } from './route.ts';
import * as speakers from './speakers.ts';
import * as square from './square.ts';
import * as stats from './stats.ts';
import * as team from './team.ts';
import * as wallets from './wallets.ts';

const exported = {
  ...adminOrders,
  ...attendees,
  ...auth,
  ...badges,
  ...cancel,
  ...capacity,
  ...catalog,
  ...checkIn,
  ...checkout,
  ...checkoutOrder,
  ...coupons,
  ...door,
  ...doorDay,
  ...emailTemplates,
  ...event,
  ...holds,
  ...myTicket,
  ...newsletter,
  ...newsletterSignups,
  ...orders,
  ...packages,
  ...refunds,
  ...registrations,
  ...speakers,
  ...square,
  ...stats,
  ...team,
  ...wallets,
};
type Exported = typeof exported;

export type RouteName = {
  [Name in keyof Exported]: Exported[Name] extends Route ? Name : never;
}[keyof Exported];

/**
 * The whole API: every route of this folder by its name. The server binds each to a use case; the browser calls them.
 */
export const routes = Object.fromEntries(
  Object.entries(exported).filter(([, one]) => typeof one === 'object' && 'permission' in one),
) as Pick<Exported, RouteName>;
