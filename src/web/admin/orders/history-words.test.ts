import { expect, test } from 'vitest';
import { actorText, type HistoryEntry, historySentence } from './history-words.ts';

const FACTS = { total: 200_00, people: [{ id: 4, firstName: 'Ada', lastName: 'Sample' }], history: [] };

function entry(known: Partial<HistoryEntry>): HistoryEntry {
  return {
    action: 'noted',
    actor: 'visitor',
    actorKind: 'buyer',
    ipAddress: null,
    registrationId: null,
    details: {},
    timestamp: '2025-07-15T16:00:00.000Z',
    ...known,
  };
}

test.each<[string, Record<string, unknown>, string]>([
  ['order_placed', { total: 200_00 }, 'Placed the order for $200.00'],
  ['order_completed', { event: 'paid' }, 'Paid $200.00 by card'],
  ['order_completed', { event: 'paid_late' }, 'Paid $200.00 by card, after the time to pay ran out'],
  ['order_completed', { event: 'accepted' }, 'Accepted the payment'],
  ['order_completed', { event: 'accepted_in_part' }, 'Accepted the payment'],
  ['order_released', { event: 'hold_expired' }, 'The time to pay ran out'],
  ['order_released', { event: 'cancelled' }, 'Canceled the order before it was paid'],
  ['payment_under_review', {}, 'A payment did not match the order, which went to review'],
  ['payment_under_review', { keepsStatus: true }, 'A payment did not match the order'],
  ['confirmation_resent', {}, 'Resent the confirmation'],
  ['attendee_added', {}, 'Added Ada Sample'],
  ['seat_claimed', { forTeam: true }, 'Ada Sample claimed a seat with the team’s link'],
  ['seat_freed', {}, 'Freed the seat of someone who is not coming'],
  ['claim_link_created', { isMailed: true }, 'Created a seat link and emailed it'],
  ['claim_link_created', { forTeam: true }, 'Created a link for the whole team'],
  ['claim_link_restored', {}, 'Restored a seat link, because the refund for its seat failed'],
  ['claim_link_withdrawn', {}, 'Withdrew a seat link'],
  ['reminders_stopped', {}, 'Turned off reminders about free seats'],
  ['reminders_resumed', {}, 'Turned on reminders about free seats'],
  ['attendee_corrected', { changed: ['firstName', 'track'] }, 'Corrected Ada Sample’s first name and track'],
  ['attendee_corrected', { changed: ['dietaryRestrictions'] }, 'Corrected Ada Sample’s dietary needs'],
  ['order_email_corrected', {}, 'Corrected the order’s email address'],
  ['ticket_transferred', { changed: ['email'] }, 'Sent a new ticket to Ada Sample and canceled the old one'],
  [
    'ticket_transferred',
    { atDoor: true },
    'Gave a seat named at the door to Ada Sample and canceled its old ticket',
  ],
  ['ticket_resent', {}, 'Resent Ada Sample’s ticket'],
  ['track_chosen', { track: 'caregivers' }, 'Chose the caregivers track for Ada Sample'],
  ['checked_in', { method: 'qr_scan' }, 'Checked in Ada Sample by QR code'],
  ['checked_in', { method: 'manual_lookup' }, 'Checked in Ada Sample by name'],
  [
    'checked_in',
    { method: 'paper', day: '2025-09-20' },
    'Checked in Ada Sample on the paper list of September 20',
  ],
  ['badges_made', {}, 'Created Ada Sample’s badge file'],
  ['badges_printed', {}, 'Printed Ada Sample’s badge'],
  ['badges_discarded', {}, 'Discarded Ada Sample’s badge file'],
  ['check_in_undone', {}, 'Undid Ada Sample’s check-in'],
  ['registration_deleted', { wasOrganizer: false }, 'Removed an attendee'],
  ['refund_requested', { amount: 20_00 }, 'Requested a refund of $20.00'],
  ['refund_requested', { reason: 'duplicate' }, 'Requested a refund'],
  ['refund_succeeded', { amount: 20_00 }, 'Refunded $20.00'],
  ['refund_failed', { amount: 20_00 }, 'The refund of $20.00 failed'],
  ['dispute_open', { amount: 20_00 }, 'Disputed $20.00 with their bank'],
  [
    'case_resolved',
    { kind: 'refund_failed', decision: 'dismiss' },
    'Dismissed: a refund did not reach the buyer',
  ],
  ['something_new', {}, 'Something new'],
])('%s %j reads “%s”', (action, details, sentence) => {
  expect(historySentence(entry({ action, details, registrationId: 4 }), FACTS)).toBe(sentence);
});

test('a free order was not paid, and a removed person has no name', () => {
  const completed = entry({ action: 'order_completed', details: { event: 'paid' } });
  expect(historySentence(completed, { ...FACTS, total: 0 })).toBe('Registered without a payment');
  const added = entry({ action: 'attendee_added', registrationId: 9 });
  expect(historySentence(added, FACTS)).toBe('Added a person who is no longer in the order');
});

test('entries from before a transfer do not name the later holder', () => {
  const history = (
    [
      ['checked_in', 4],
      ['ticket_transferred', 4],
      ['attendee_added', 5],
      ['badges_printed', 4],
      ['seat_claimed', 4],
    ] as const
  ).map(([action, registrationId]) => entry({ action, registrationId }));
  const people = [...FACTS.people, { id: 5, firstName: 'Bo', lastName: 'Sample' }];
  expect(history.map((one) => historySentence(one, { ...FACTS, people, history }))).toEqual([
    'Checked in Ada Sample by name',
    'Sent a new ticket to Ada Sample and canceled the old one',
    'Added Bo Sample',
    'Printed the badge of the person before Ada Sample',
    'The person before Ada Sample claimed a seat with a link',
  ]);
});

test.each<[Partial<HistoryEntry>, string]>([
  [{ actor: 'admin@example.org', actorKind: 'staff' }, 'admin@example.org'],
  [{ actor: 'max@example.org', actorKind: 'buyer' }, 'The buyer, max@example.org'],
  [{ actorKind: 'claimant' }, 'Someone with a link to a seat'],
  [{ actor: 'webhook', actorKind: 'webhook' }, 'The payment provider'],
  [{ actor: 'erased', actorKind: 'staff' }, 'Staff (name erased)'],
  [{ actorKind: null }, 'Not recorded'],
])('an entry with %j says %s', (known, text) => {
  expect(actorText(entry(known))).toBe(text);
});
