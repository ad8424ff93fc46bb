import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Attendee } from '#contract/attendees.ts';
import type { MailMessage } from '#sandbox/mailbox/message.ts';
import { eq } from '#server/db/drizzle.ts';
import {
  eventCapacity,
  orders,
  paymentAttempts,
  paymentCases,
  paymentLedger,
  refunds,
  registrations,
} from '#server/db/tables.ts';
import type { MailKind } from '#server/mail/mail-variables.ts';
import type { PaymentSnapshot } from '#server/payments/gateways/gateway.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { settle } from '#server/payments/settle.ts';
import { buy } from './buy.ts';
import { eventually } from './eventually.ts';
import { checkout } from './factories.ts';
import { mailsOf } from './mails-of.ts';
import { seatsTaken } from './seats-taken.ts';
import { answerOf, type Visitor } from './visitor.ts';
import { createWorld, EARLY_BIRD, type World, type WorldOptions } from './world.ts';

/** A site with many seats for one file's tests, what staff do there with an order's money, and what became of the order. */
export function setRefundStage(options: WorldOptions = {}) {
  let world: World;
  let staff: Visitor;
  beforeAll(async () => {
    world = await createWorld(options);
    staff = await world.staff();
    await world.database.db.update(eventCapacity).set({ maxCapacity: 3000 });
  });
  beforeEach(() => {
    world.moveClock(EARLY_BIRD);
    world.sandbox.stripe.faults.clear();
    world.sandbox.square.faults.clear();
  });
  afterAll(() => world.stop());

  const refund = (id: number, wish: Record<string, unknown>) =>
    answerOf(staff.post(`/api/admin/orders/${id}/refund`, { refundId: randomUUID(), ...wish }));

  /** A second payment of the order: the money of another, which goes without. */
  async function payAgain(id: number, changes: Partial<PaymentSnapshot> = {}): Promise<void> {
    const { db } = world.database;
    const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, id));
    const other = (await buy(world, checkout({ email: 'twice@example.org' }))).order.id;
    const [paid] = await db.select().from(orders).where(eq(orders.id, other));
    await db.delete(paymentLedger).where(eq(paymentLedger.orderId, other));
    const snapshot = (await world.dependencies.gateways.get('stripe')!.fetch(attempt!.ref!))!;
    await settle(world.context(), { ...snapshot, moneyRef: paid!.squarePaymentId, ...changes });
  }

  /** `kept` is the money in the ledger, `people` those with a valid ticket. */
  async function standing(id: number) {
    const { db } = world.database;
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    const ledger = await db.select().from(paymentLedger).where(eq(paymentLedger.orderId, id));
    const people = await db.select().from(registrations).where(eq(registrations.orderId, id));
    return {
      status: order!.paymentStatus,
      kept: ledger.reduce((sum, row) => sum + row.amount, 0),
      returned: order!.seatsReturned,
      people: people
        .filter((one) => !one.voidedAt)
        .map((one) => one.firstName)
        .toSorted(),
    };
  }

  /** Asks the provider now what became of the refunds. */
  async function askAboutRefunds(): Promise<void> {
    const { db } = world.database;
    await db
      .update(refunds)
      .set({ nextCheckAt: new Date(0) })
      .where(eq(refunds.state, 'pending'));
    await reconcilePayments(world.context());
  }

  /** Waits until no refund of the order is pending and one is in `state`. */
  function waitForRefunds(id: number, state: string): Promise<void> {
    return eventually(async () => {
      await askAboutRefunds();
      const rows = await world.database.db.select().from(refunds).where(eq(refunds.orderId, id));
      expect(rows.map((row) => row.state)).toContain(state);
      expect(rows.map((row) => row.state)).not.toContain('pending');
    });
  }

  /** The people whose tickets are valid, as the desk lists them. */
  async function people(id: number): Promise<Attendee[]> {
    return (await staff.get(`/api/admin/orders/${id}/attendees`)).json();
  }

  async function casesOf(id: number): Promise<string[]> {
    const { db } = world.database;
    const rows = await db.select().from(paymentCases).where(eq(paymentCases.orderId, id));
    return rows.map((row) => row.kind);
  }

  /** The first mail that arrived with this in its subject. */
  function findMail(subject: string, to = ''): Promise<MailMessage> {
    return eventually(async () => {
      const all = (await (await fetch(`${world.sandbox.url}/mailbox/messages`)).json()) as MailMessage[];
      const found = all.find((one) => one.subject.includes(subject) && one.to.includes(to));
      if (!found) throw new Error(`no mail says ${subject}`);
      return found;
    });
  }

  return {
    get world() {
      return world;
    },
    get staff() {
      return staff;
    },
    buy: (body?: unknown) => buy(world, body),
    refund,
    payAgain,
    standing,
    seatsTaken: () => seatsTaken(world),
    mailsOf: (id: number, kind?: MailKind) => mailsOf(world, id, kind),
    askAboutRefunds,
    waitForRefunds,
    people,
    casesOf,
    findMail,
  };
}
