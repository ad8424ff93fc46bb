import type { OrderWithRegistrations, RegistrationDetails } from '#contract/orders.ts';
import { withoutLeader } from '#domain/attendee.ts';
import type { OrderRow } from '../db/tables.ts';

/** An order as one registration: the organizer's, with the team in it. Before payment it has what the buyer typed. */
export function presentDetails(
  order: OrderRow,
  { registrations }: OrderWithRegistrations,
): RegistrationDetails {
  const registered = registrations.find((one) => one.isOrganizer) ?? null;
  const [typed] = order.namedAttendees;
  const organizer = registered ?? typed;
  const leader = {
    firstName: organizer?.firstName ?? order.organizerFirstName,
    lastName: organizer?.lastName ?? order.organizerLastName,
    email: organizer?.email ?? order.organizerEmail,
  };
  return {
    id: registered?.id ?? null,
    orderId: order.id,
    ...leader,
    track: organizer?.track ?? null,
    dietaryRestrictions: organizer?.dietaryRestrictions ?? null,
    isOrganizer: true,
    checkedIn: registered?.checkedIn ?? false,
    checkedInAt: registered?.checkedInAt ?? null,
    createdAt: registered?.createdAt ?? order.createdAt.toISOString(),
    phone: order.organizerPhone,
    organization: order.organization,
    teamMembers: (registrations.length > 0
      ? registrations.filter((one) => !one.isOrganizer)
      : withoutLeader(leader, order.namedAttendees)
    ).map(({ firstName, lastName, email, track }) => ({ firstName, lastName, email, track })),
    teamMemberCount: order.teamMemberCount,
    amount: order.totalAmount,
    originalAmount: order.originalAmount,
    appliedDiscount: order.appliedCouponCode
      ? { name: order.appliedCouponCode, amount: order.discountAmount }
      : null,
    pricingType: order.teamMemberCount > 1 ? 'group' : 'individual',
    isEarlyBird: order.pricing === 'early_bird',
  };
}
