import { type Day, formatDay } from '#domain/calendar.ts';
import { HOLD_LIMITS, HOLD_MINUTES, type HoldScope } from '#domain/holds.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { counted } from './counted.ts';

/** More specific than the error's own sentence in `errors.ts`: with figures, or for one of its causes. */
export const REFUSAL_WORDS = {
  badJson: 'The request is not valid JSON.',
  nestedTooDeeply: 'The request is nested too deeply.',
  badCharacters: 'The request contains characters that cannot be stored.',
  endedEarly: 'The request ended too early.',

  tooManyTries: (minutes: number) =>
    `Too many attempts. Please try again in ${minutes === 60 ? 'an hour' : counted(minutes, 'minute')}.`,

  couponBelowMinimum: (least: Cents) => `This coupon requires an order of at least ${formatUsd(least)}.`,
  couponEndsInPast:
    'This day has already passed, so no one could use the coupon. Choose a later day, or leave it blank.',
  couponEnded: 'This coupon has ended, so no one could use it. Edit it and choose a later day first.',
  couponLimitTooLow: (taken: number) =>
    `${counted(taken, 'use is', 'uses are')} already taken or on hold, so the limit cannot be lower.`,
  noProductForTeam: (seats: number) => `No product is mapped for a team of ${seats}.`,

  heldTooMuch(scope: HoldScope): string {
    const { orders, seats } = HOLD_LIMITS[scope];
    const whose = { browser: 'You have', email: 'This email address has', ip: 'Your network has' }[scope];
    return `${whose} reached the limit of ${orders} unpaid orders or ${seats} unpaid seats at a time. Pay for an open order, or wait up to ${HOLD_MINUTES} minutes for it to expire.`;
  },
  mailedTooOften: (mails: number) =>
    `We sent ${mails} emails to one of these addresses in the past hour. Please use another address, or try again later.`,
  namedTooOften: (tickets: number) =>
    `For each order, we email at most ${tickets} tickets a day to new addresses. Please contact us, or try again in 24 hours.`,
  confirmationResentTooOften: (times: number) =>
    `This confirmation was sent ${times} times in the past hour. Please try again later.`,
  ticketResentTooOften: (times: number) =>
    `This ticket was sent ${times} times in the past hour. Please try again later.`,

  staffNamesOnlySeat: 'This order has one seat, which only our staff can name. Please contact us.',
  namingOver: (day: Day) =>
    `The deadline for naming seats on this page was ${formatDay(day)}. The help desk at the door can still name a seat.`,
  claimingOver: (day: Day) =>
    `This link worked until ${formatDay(day)}. Please contact the person who sent it to you, or ask at the help desk at the door.`,
  invitedSeats: (invitations: readonly string[]) =>
    `Open invitations hold these seats: ${invitations.join(', ')}. To name a seat yourself, withdraw its invitation on the team’s page.`,
  linkCreatedBefore: (mailedTo: string | null) =>
    `Your earlier attempt created ${mailedTo ? `an invitation to ${mailedTo}` : 'a link without an email'}. If it is wrong, withdraw it. To create another, try again.`,
  claimClosed:
    'This team’s seats cannot be claimed right now. Please contact the person who sent you the link.',
  claimedBefore: 'Someone has claimed this seat, so its invitation can no longer be withdrawn.',
  copiedLink: 'a shareable link',
  replacedAfterCheckIn: (name: string) =>
    `${name} has checked in, so the ticket cannot be given to someone else. You can still correct the spelling of the name.`,
  freedAfterCheckIn: (name: string) => `${name} has checked in, so the seat cannot be freed.`,
  alreadyInTeam: 'Already on your team',
  moreThanFreeSeats: (free: number) => `Only ${counted(free, 'seat is', 'seats are')} free.`,
  invitedTooOften: (mails: number) =>
    `We sent ${mails} invitations for this order in the past 24 hours. Copy the link and send it yourself, or try again in 24 hours.`,
  returnedAfterCheckIn: 'You are checked in, so this ticket can no longer be returned.',
  returnChanged:
    'The terms for returning your ticket have just changed. Please review them and confirm again.',
  ticketBeingRefunded: 'This ticket is being refunded, so it can no longer be changed.',
  lookedForTicketsTooOften:
    'Too many searches from your network, or for this email address. Please try again in an hour.',
  erasedAddress:
    'This address is a placeholder for someone whose data was erased. Enter this person’s own address.',
  ticketChangedTooOften: (times: number) =>
    `This ticket was changed ${times} times in the past hour. Please try again later.`,
  ticketMovedTooOften: (addresses: number) =>
    `This ticket went to ${addresses} new addresses in the past 24 hours. Please try again in 24 hours.`,

  fewerSeatsThanTaken: (taken: number) =>
    `${counted(taken, 'seat is', 'seats are')} already taken on this day, so the maximum cannot be lower.`,

  otherOrder: 'This is not the order in the address',
  morePeopleThanSeats: (seats: number) => `This package has ${counted(seats, 'seat')}`,
  notAPicture: 'This file is not a picture that we can use; try a JPEG or PNG file',

  orderBeingPaid:
    'A payment for this order is in progress. Nothing was deleted; try again once it has finished.',
  paymentNotEnded:
    'The payment provider cannot be reached, so the open payment cannot be canceled. Nothing was deleted.',
  paidTooLate: 'This order expired before the payment arrived. Your payment is being refunded.',
} as const;
