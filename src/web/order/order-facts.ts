import type { Order } from '#contract/orders.ts';
import { formatDay, formatInstant } from '#domain/calendar.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import { formatUsd } from '#domain/money.ts';
import type { EventType } from '#domain/packages.ts';

export interface Fact {
  readonly term: string;
  readonly text: string;
}

/** Who ordered what and when; times are in the event's zone. */
export function orderFacts(event: EventInfo, order: Order): Fact[] {
  return [
    { term: 'Package', text: order.packageLabel },
    { term: 'For', text: eventTypeWords(event, order.eventType) },
    { term: 'Seats', text: String(order.teamMemberCount) },
    { term: 'Organizer', text: `${order.organizerFirstName} ${order.organizerLastName}` },
    { term: 'Email', text: order.organizerEmail },
    { term: 'Phone', text: order.organizerPhone ?? '' },
    { term: 'Organization', text: order.organization ?? '' },
    { term: 'Job title', text: order.jobTitle ?? '' },
    { term: 'Registered', text: formatInstant(event.zone, new Date(order.createdAt)) },
  ].filter((fact) => fact.text !== '');
}

/** Price and discount, if any, and the total. */
export function priceFacts(order: Order): Fact[] {
  const { totalAmount: total, discountAmount: discount } = order;
  const totalFact = { term: 'Total', text: formatUsd(total) };
  if (discount === 0) return [totalFact];
  const price = order.originalAmount ?? total + discount;
  return [
    { term: 'Price', text: formatUsd(price) },
    {
      term: order.couponCode ? `Coupon ${order.couponCode}` : 'Discount',
      text: `−${formatUsd(discount)}`,
    },
    totalFact,
  ];
}

/** `Conference on September 20` */
export function eventTypeWords(event: EventInfo, eventType: EventType): string {
  const training = `Training on ${formatDay(event.training.day, 'short')}`;
  const conference = `onference on ${formatDay(event.day, 'short')}`;
  return {
    conference: `C${conference}`,
    trainer: training,
    both: `${training} and c${conference}`,
  }[eventType];
}
