import { randomUUID } from 'node:crypto';
import { event } from '#content/event.ts';
import { packages } from '#content/packages.ts';
import { ANONYMOUS } from '#domain/access.ts';
import { dollarsFromCents } from '#domain/money.ts';
import { findPackage, priceOf } from '#domain/packages.ts';
import { correctAttendee } from '#server/attendees/correct-attendee.ts';
import { type Context, jobContext } from '#server/context.ts';
import { eq } from '#server/db/drizzle.ts';
import { registrations } from '#server/db/tables.ts';
import { inviteDoorPhones } from '#server/door/manage-phones.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import type { RunningServer } from '#server/start-server.ts';
import { qrSvg } from '#server/tickets/qr-image.ts';
import type { Clock } from './clock.ts';
import type { EventDay } from './control/event-day.ts';
import type { PhoneLine } from './phone-line.ts';

const FIRST_NAMES = 'Ana Ben Chloé Dmitri Esra Femi Grace Hiro Ines Jamal Kai Leïla Mia'.split(' ');
const LAST_NAMES = "Sample Sampleton Example Exempla Muster Probe Núñez-Sample O'Sample".split(' ');
const TEAM_SIZE = 10;
/** The other seats of a team stay unnamed. */
const NAMED = 5;

const CARD = {
  email: 'jane@example.org',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Jane Sample',
};

interface Placed {
  readonly id: number;
  readonly people: readonly { readonly id: number }[];
}

/** At least this many tickets are bought singly: one to replace, two to refund. */
const SINGLES = 3;

interface EventDayParts {
  readonly site: Pick<RunningServer, 'dependencies'>;
  readonly siteUrl: string;
  readonly clock: Clock;
  /** Where phones reach the site. */
  readonly line: PhoneLine;
  /** The address of a staff member. */
  readonly staff: string;
}

/**
 * Fills the demo's hall for trying the door: every seat that is left is bought like a visitor would, half of each team is
 * named, two orders are refunded and one ticket is replaced, if that many are bought singly. Then invites a phone, at the
 * address of `line`, which can be cut.
 */
export function openEventDay({ site, siteUrl, clock, line, staff }: EventDayParts): EventDay {
  let total = 0;
  let placed = 0;
  let failure: string | null = null;
  let invitation: { url: string; qrSvg: string } | null = null;

  const staffContext = (): Context => ({
    ...jobContext(site.dependencies, 'event-day'),
    cause: 'request',
    actor: { ...ANONYMOUS, email: staff, isAdmin: true },
  });

  async function fill(): Promise<void> {
    clock.set(new Date(`${event.day}T07:30:00-06:00`));
    const { teams, singles } = hallOf(await seatsLeft(siteUrl));
    total = teams + singles;
    const orders: Placed[] = [];
    for (let number = 0; number < total; number += 1) {
      orders.push(await buy(siteUrl, number < teams ? teamOf(number) : personOf(teams * NAMED + number)));
      placed += 1;
    }
    const [replaced, ...refunded] = orders.slice(teams, teams + SINGLES);
    if (replaced) await replaceTicket(staffContext(), replaced.people[0]!.id);
    for (const order of refunded) await refund(staffContext(), order);
    clock.set(new Date(`${event.day}T08:15:00-06:00`));
  }

  async function invite(): Promise<void> {
    const { url } = await inviteDoorPhones(staffContext(), { role: 'supervisor', maxPhones: 10 });
    const { pathname, hash } = new URL(url);
    const address = `${line.url}${pathname}${hash}`;
    invitation = { url: address, qrSvg: qrSvg(address) };
  }

  let isFilling = false;
  return {
    start: () => {
      if (isFilling) return;
      isFilling = true;
      [total, placed, failure] = [0, 0, null];
      void fill()
        .then(invite)
        .catch((error: unknown) => {
          failure = `The hall was not filled: ${error instanceof Error ? error.message : String(error)}`;
        })
        .finally(() => {
          isFilling = false;
        });
    },
    setCut: (isCut) => line.setCut(isCut),
    state: () => ({ orders: total, placed, isFilling, failure, invitation, isCut: line.isCut() }),
  };
}

async function seatsLeft(siteUrl: string): Promise<number> {
  const days = await ask<{ eventDate: string; remaining: number }[]>(`${siteUrl}/api/capacity-status`);
  return days.find(({ eventDate }) => eventDate === event.day)?.remaining ?? 0;
}

function hallOf(seats: number): { teams: number; singles: number } {
  const teams = Math.max(0, Math.floor((seats - SINGLES) / TEAM_SIZE));
  return { teams, singles: seats - teams * TEAM_SIZE };
}

function person(number: number) {
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length]!;
  const lastName = LAST_NAMES[number % LAST_NAMES.length]!;
  const track = number % 3 === 0 ? ('professionals' as const) : ('caregivers' as const);
  return { firstName, lastName, email: `guest${number}@example.org`, track };
}

function teamOf(number: number) {
  const members = Array.from({ length: NAMED }, (_, index) => person(number * NAMED + index));
  return registrationOf(members, TEAM_SIZE, `Sample School ${number + 1}`);
}

function personOf(number: number) {
  return registrationOf([person(number)], 1, null);
}

function registrationOf(
  members: readonly ReturnType<typeof person>[],
  seats: number,
  organization: string | null,
) {
  const price = priceOf(findPackage(packages, 'conference', seats)!, 'regular');
  const amount = Number(dollarsFromCents(price));
  const registrationData = {
    ...members[0]!,
    phone: '(303) 555-0142',
    organization,
    eventType: 'conference',
    amount,
    finalAmount: amount,
    attendeeCount: seats,
    teamMembers: seats > 1 ? members : [],
  };
  return {
    eventType: 'conference',
    teamMemberCount: seats,
    pricingType: seats > 1 ? 'group' : 'individual',
    registrationData,
  };
}

async function buy(siteUrl: string, body: object): Promise<Placed> {
  const { url, transactionId } = await ask<{ url: string; transactionId: string }>(
    `${siteUrl}/api/create-checkout-session`,
    body,
  );
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' });
  if (!paid.headers.has('location')) throw new Error(`A payment got status ${paid.status}.`);
  const { order, registrations: people } = await ask<{
    order: { id: number };
    registrations: Placed['people'];
  }>(`${siteUrl}/api/registrations/${transactionId}`);
  return { id: order.id, people };
}

async function ask<T>(url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(await whyRefused(response));
  return (await response.json()) as T;
}

/** The site's own sentence, if it gives one. */
async function whyRefused(response: Response): Promise<string> {
  const said = (await response.json().catch(() => null)) as { message?: string } | null;
  return said?.message ?? `The site answered with status ${response.status}.`;
}

async function replaceTicket(ctx: Context, id: number): Promise<void> {
  const [row] = await ctx.db.select().from(registrations).where(eq(registrations.id, id));
  const { firstName, lastName, email, track, dietaryRestrictions } = row!;
  const seen = { firstName, lastName, email, track, dietaryRestrictions };
  const another = { ...seen, firstName: 'Robin', email: `new-${email}` };
  await correctAttendee(ctx, String(id), { ...another, seen });
}

async function refund(ctx: Context, { id }: Placed): Promise<void> {
  const amount = priceOf(findPackage(packages, 'conference', 1)!, 'regular');
  await refundOrder(ctx, String(id), {
    refundId: randomUUID(),
    amount,
    registrationIds: [],
    freeSeats: 0,
    reason: 'buyer',
    note: null,
  });
}
