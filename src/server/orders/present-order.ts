import type { AdminOrder } from '#contract/admin-orders.ts';
import type { Order, OrderWithRegistrations, Registration, RegistrationDetails } from '#contract/orders.ts';
import { withoutLeader } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import { isPaid } from '#domain/order.ts';
import { packageLabel } from '#domain/packages.ts';
import type { OrderRow, RegistrationRow } from '../db/tables.ts';

/** An order as its buyer and staff see it. */
export function presentOrder(event: EventInfo, row: OrderRow, freeSeats: number): Order {
  return {
    id: row.id,
    transactionId: row.transactionId,
    registrationNumber: registrationNumber(event.shortCode, row.id),
    organizerFirstName: row.organizerFirstName,
    organizerLastName: row.organizerLastName,
    organizerEmail: row.organizerEmail,
    organizerPhone: row.organizerPhone,
    organization: row.organization,
    jobTitle: row.jobTitle,
    eventType: row.eventType,
    packageSize: row.packageSize,
    packageLabel: packageLabel(row),
    isEarlyBird: row.pricing === 'early_bird',
    teamMemberCount: row.teamMemberCount,
    seatsReturned: row.seatsReturned,
    freeSeats: isPaid(row.paymentStatus) ? Math.max(0, freeSeats) : 0,
    totalAmount: row.totalAmount,
    originalAmount: row.originalAmount,
    discountAmount: row.discountAmount,
    couponCode: row.appliedCouponCode,
    paymentStatus: row.paymentStatus,
    attendeeDataStatus: row.attendeeDataStatus,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The calls' schemas leave out the other columns. */
export function presentOrderToStaff(event: EventInfo, row: OrderRow, freeSeats: number): AdminOrder {
  return { ...row, ...presentOrder(event, row, freeSeats) };
}

/** The calls' schemas leave out the other columns. */
export function presentRegistration(
  row: RegistrationRow,
  ticket: { qrCodeData: string; qrCodeImage: string } | null,
): Registration {
  return {
    ...row,
    checkedInAt: row.checkedInAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    qrCodeData: ticket?.qrCodeData ?? null,
    qrCodeImage: ticket?.qrCodeImage ?? null,
  };
}

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
