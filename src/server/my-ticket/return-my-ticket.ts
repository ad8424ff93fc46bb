import { isDeepStrictEqual } from 'node:util';
import type { MyTicket, ReturnPreview, returnMyTicket as route } from '#contract/my-ticket.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import type { Cents } from '#domain/money.ts';
import { type NothingBack, previewCancellation } from '#domain/refund.ts';
import { passOnRefusal } from '#domain/ticket-page.ts';
import { freeSeat } from '../attendees/free-seat.ts';
import { readPackages } from '../catalog/mirror.ts';
import type { Context } from '../context.ts';
import { SNAPSHOT, type Transaction } from '../db/open-database.ts';
import { Refusal, showing } from '../errors.ts';
import { queueTeamChangeMail } from '../orders/mails/queue-ticket-mails.ts';
import { openCase } from '../payments/cases/open-case.ts';
import { type CancelState, lockCancelFacts, readCancelFacts } from '../payments/refunds/read-cancel-facts.ts';
import {
  asHolder,
  getTicketPage,
  getValidTicket,
  readAgain,
  refuseEnded,
  type TicketPage,
} from './get-ticket-page.ts';
import { showMyTicket } from './open-my-ticket.ts';

type Packages = Awaited<ReturnType<typeof readPackages>>;

/** What `returnMyTicket` would do now. */
export async function previewMyReturn(ctx: Context, key: string): Promise<ReturnPreview> {
  const page = await getValidTicket(ctx, key);
  const packages = await readPackages(ctx);
  return ctx.db.transaction(async (tx) => {
    const state = await ofOrder(readCancelFacts(tx, ctx, page.order.id, packages));
    refuseReturn(ctx, await readAgain(tx, page), state);
    return effectOf(ctx, page, state).shown;
  }, SNAPSHOT);
}

/**
 * For a holder who can't come: the seat returns to the team or, if it is the order's only one, staff get a case with
 * the refund rule's amount (R-TICKET-4). Refused if the effect isn't the one that the holder saw. Notifies the buyer.
 * Idempotent.
 */
export async function returnMyTicket(
  ctx: Context,
  { key, seen }: ParsedOf<typeof route.body>,
): Promise<MyTicket> {
  const page = await getTicketPage(ctx, key);
  if (page.end?.because !== 'returned') {
    refuseEnded(ctx, page);
    const packages = await readPackages(ctx);
    await ctx.db.transaction((tx) => giveBack(tx, asHolder(ctx, page), page, packages, seen));
  }
  return showMyTicket(ctx, await getTicketPage(ctx, key));
}

async function giveBack(
  tx: Transaction,
  ctx: Context,
  page: TicketPage,
  packages: Packages,
  seen: ReturnPreview | undefined,
): Promise<void> {
  const { id } = page.person;
  const locked = await ofOrder(lockCancelFacts(tx, ctx, page.order.id, packages));
  const again = await readAgain(tx, page);
  if (again.end?.because === 'returned') return;
  refuseReturn(ctx, again, locked);
  const { order } = locked;
  const { shown, due } = effectOf(ctx, page, locked);
  if (seen && !isDeepStrictEqual(seen, shown))
    throw new Refusal('changed_meanwhile', { message: REFUSAL_WORDS.returnChanged });
  await freeSeat(tx, ctx, order, again.person);
  await queueTeamChangeMail(tx, ctx, order, id);
  if (!due) return;
  await openCase(tx, ctx, {
    kind: 'seat_returned',
    subject: `registration:${id}`,
    orderId: order.id,
    details: due,
  });
}

/** Staff may have deleted the order meanwhile. */
function ofOrder(state: Promise<CancelState>): Promise<CancelState> {
  return showing('ticket_page_unknown', state);
}

function refuseReturn(ctx: Context, page: TicketPage, { facts }: CancelState): void {
  refuseEnded(ctx, page);
  const person = facts.people.find(({ id }) => id === page.person.id);
  if (!person) throw new Refusal('ticket_ended', { message: REFUSAL_WORDS.ticketBeingRefunded });
  const refusal = passOnRefusal(person, ctx.content.event, ctx.now);
  if (refusal === 'already_checked_in')
    throw new Refusal(refusal, { message: REFUSAL_WORDS.returnedAfterCheckIn });
  if (refusal) throw new Refusal(refusal);
}

interface Effect {
  readonly shown: ReturnPreview;
  /** What the rule refunds, for staff; null if the seat stays with the team. */
  readonly due: { readonly amount: Cents; readonly nothingBack: NothingBack | null } | null;
}

function effectOf(ctx: Context, { person }: TicketPage, { facts }: CancelState): Effect {
  // Seats that a pending refund cancels don't stay with the team.
  if (facts.people.length + facts.freeSeats > 1) return { shown: { to: 'team' }, due: null };
  const { event, refunds } = ctx.content;
  const at = { zone: event.zone, now: ctx.now };
  const choice = { registrationIds: [person.id], freeSeats: 0 };
  const { amount, nothingBack, refusal } = previewCancellation(facts, refunds, at, choice);
  const due = { amount, nothingBack };
  // The bank, or staff, may still return the money another way.
  const isUndecided = refusal === 'order_disputed' || refusal === 'refunded_elsewhere';
  return { shown: { to: 'staff', ...(isUndecided ? { amount: null, nothingBack: null } : due) }, due };
}
