import type { EventContent } from '#contract/content.ts';
import { paths, teamWithoutReminders } from '#contract/paths.ts';
import { nothingBackWords } from '#contract/words/cancel.ts';
import { eventTypeText } from '#contract/words/event-type.ts';
import { formatDay } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import {
  commonVariables,
  type MailKind,
  type MailVariables,
  type RefundVariables,
} from './mail-variables.ts';

/** A made-up order for previews, in the shape of a real one. `qrSrc` is every ticket's image. */
export function sampleVariables<Kind extends MailKind>(
  kind: Kind,
  content: EventContent,
  settings: Parameters<typeof commonVariables>[0]['settings'],
  qrSrc: string,
): MailVariables[Kind] {
  const common = commonVariables({ content, settings, now: new Date(0) }, { eventType: 'conference' }, 'Ana');
  const order = {
    number: registrationNumber(content.event.shortCode, 42),
    package: '10-Person Package',
    eventType: eventTypeText(content.event, 'conference'),
    total: '$200.00',
    paid: '$200.00',
    refunded: '',
    isFree: false,
    seats: 10,
    freeSeats: 8,
    isNamingOpen: true,
    url: settings.publicUrl + paths.confirmation('SAMPLE'),
    teamUrl: settings.publicUrl + paths.team('SAMPLE'),
  };
  const url = settings.publicUrl + paths.myTicket('SAMPLE');
  const tickets = [
    { name: 'Ana Sample', track: 'Caregivers', code: 'TSAMPLE0000000000000000000001', qrSrc, url },
    { name: 'Ben Sample', track: 'Professionals', code: 'TSAMPLE0000000000000000000002', qrSrc, url: '' },
  ];
  const refund: RefundVariables = {
    amount: '$20.00',
    reason: 'buyer',
    seats: 1,
    seatsStay: false,
    isAnnounced: true,
    endedTickets: ['Ben Sample'],
  };
  const samples: MailVariables = {
    order_confirmation: { ...common, order, tickets },
    ticket: { ...common, tickets: tickets.slice(0, 1) },
    ticket_ended: { ...common, ticket: { name: 'Ana Sample' } },
    ticket_replaced: { ...common, isFreed: false, isFreedByHolder: false, endedCode: '0001' },
    team_change: {
      ...common,
      order,
      ticket: { name: 'Ben Sample' },
      isReturned: false,
      refundDue: '',
      isFreedByStaff: false,
      isYours: false,
      endedCode: '0001',
    },
    claim_invitation: {
      ...common,
      recipient: { firstName: '' },
      invitation: {
        team: 'Sample School',
        personalLine: 'See you at the bus at seven!',
        url: settings.publicUrl + paths.claim('KSAMPLE'),
        endsOn: formatDay(content.deadlines.namingEndsOn),
      },
    },
    my_tickets: {
      ...common,
      recipient: { firstName: '' },
      links: [
        { name: 'Ana Sample', url },
        { name: 'Ben Sample', url },
      ],
      orderLinks: [{ number: order.number, url: order.url }],
    },
    team_reminder: {
      ...common,
      order: { ...order, freeSeats: 2 },
      reminder: {
        endsOn: formatDay(content.deadlines.namingEndsOn),
        seats: [
          {
            number: 9,
            invitation: 'cara@example.org, September 1',
            url: settings.publicUrl + paths.claim('KCARA'),
          },
          { number: 10, invitation: '', url: '' },
        ],
        teamLink: settings.publicUrl + paths.claim('KSAMPLE'),
        stopUrl: settings.publicUrl + teamWithoutReminders('SAMPLE'),
      },
    },
    refund_notice: { ...common, order, refund },
    seats_canceled: {
      ...common,
      order,
      canceled: {
        seats: 2,
        endedTickets: ['Ben Sample'],
        reason: nothingBackWords('deadline_passed', content.refunds),
        isByStaff: false,
      },
    },
    refund_failed: { ...common, order, refund },
  };
  return samples[kind];
}
