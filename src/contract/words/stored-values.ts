import { type Completeness, countSeats } from '#domain/attendee.ts';
import type { EventType, PackageSize, Pricing } from '#domain/packages.ts';

// Stored values as people read them.

export const EVENT_TYPE_NAMES: Record<EventType, string> = {
  conference: 'Conference',
  trainer: 'Training',
  both: 'Both days',
};

export const PACKAGE_SIZE_NAMES: Record<PackageSize, string> = {
  individual: peopleText(1),
  small_group: peopleText(5),
  large_group: peopleText(10),
};

export const PRICING_NAMES: Record<Pricing, string> = { early_bird: 'Early bird', regular: 'Regular' };

export const PROVIDER_NAMES: Record<string, string> = { stripe: 'Stripe', square: 'Square' };

export const COMPLETENESS_NAMES: Record<Completeness, string> = {
  complete: 'Complete',
  partial: 'Partial',
  needed: 'Needed',
};

/** As product mappings spell sizes and pricings. */
export const MAPPING_NAMES = {
  individual: PACKAGE_SIZE_NAMES.individual,
  'group-5': PACKAGE_SIZE_NAMES.small_group,
  'group-10': PACKAGE_SIZE_NAMES.large_group,
  'early-bird': PRICING_NAMES.early_bird,
  regular: PRICING_NAMES.regular,
};

/** The names of their templates. */
export const EMAIL_NAMES = {
  order_confirmation: 'Order confirmation',
  ticket: 'Ticket',
  refund_notice: 'Refund notice',
  refund_failed: 'Refund did not go through',
  seats_canceled: 'Seats canceled without a refund',
  ticket_ended: 'Ticket canceled',
  ticket_replaced: 'Ticket passed on or seat freed',
  team_change: 'A change to your team',
  claim_invitation: 'Invitation to claim a seat',
  team_reminder: 'Reminder about free seats',
  my_tickets: 'Links to tickets',
};

export const EMAIL_KINDS = /* @__PURE__ */ Object.keys(EMAIL_NAMES) as (keyof typeof EMAIL_NAMES)[];

export const SIGNUP_SOURCE_NAMES = {
  hero_section: 'Hero form',
  footer: 'Footer form',
  registration_section: 'Registration form',
};

/** `1 person`, `10 people`. */
function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/** `10 people`, or, after some seats were canceled, `7 of 10 people`. */
export function teamSizeText(order: { teamMemberCount: number; seatsReturned: number }): string {
  const left = countSeats(order);
  const bought = peopleText(order.teamMemberCount);
  return left > 0 && left < order.teamMemberCount ? `${left} of ${bought}` : bought;
}
