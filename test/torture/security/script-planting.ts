import { randomUUID } from 'node:crypto';
import { hasLink } from '#domain/has-link.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { billingData, teamOfTen } from '../../factories.ts';
import type { Visitor } from '../../visitor.ts';
import { inParallel } from '../check.ts';
import { stripeOf } from '../paid-at-providers.ts';
import type { Site } from '../site.ts';
import { planted } from './script-payloads.ts';

export interface PlantedOrder {
  readonly n: number;
  readonly id: number;
  readonly transactionId: string;
  readonly tokens: readonly string[];
}

/** Payload `n` in every field that a buyer, a subscriber or staff can set. */
export async function plantAll(site: Site, staff: Visitor, count: number): Promise<PlantedOrder[]> {
  const stripe = stripeOf(site);
  const numbers = Array.from({ length: count }, (_, n) => n);
  return inParallel(numbers, 4, async (n) => {
    const visitor = site.visitor(`198.18.${n >> 8}.${n & 255}`);
    await send(visitor, '/api/newsletter/signup', {
      email: `reader${n}@example.org`,
      firstName: plantedName(n),
      lastName: plantedName(n),
      organization: planted(n),
      source: 'footer',
    });
    await send(staff, '/api/admin/coupons', couponOf(n));
    await send(staff, '/api/admin/stripe-coupons', {
      name: planted(n, 40),
      percent_off: 10,
      duration: 'once',
    });
    await send(staff, '/api/admin/speakers', {
      name: planted(n),
      title: planted(n),
      bio: planted(n),
      featured: n % 2 === 0,
    });
    await stripe.products.create({ name: planted(n), description: planted(n) });
    return buy(site, visitor, n);
  });
}

/** Notes at the door, and on a refund of each order. */
export async function plantNotes(staff: Visitor, orders: readonly PlantedOrder[]): Promise<void> {
  await inParallel(orders, 4, async ({ n, id, tokens }) => {
    const [qrToken] = tokens;
    await send(staff, '/api/admin/check-in', {
      qrToken,
      method: 'qr_scan',
      notes: `${planted(n)}\n${planted(n)}`,
    });
    const refund = { refundId: randomUUID(), amount: 100, note: planted(n) };
    await send(staff, `/api/admin/orders/${id}/refund`, refund);
  });
}

/** Staff's text around the variables of each mail. */
export async function plantTemplates(staff: Visitor): Promise<void> {
  const templates = (await (await staff.get('/api/admin/email-templates')).json()) as { id: number }[];
  for (const { id } of templates) {
    const path = `/api/admin/email-templates/${id}`;
    const old = (await (await staff.get(path)).json()) as Record<string, string>;
    await send(staff, path, {
      subject: `${planted(0, 60)} {{ recipient.firstName }}`,
      htmlContent: old.htmlContent,
      textContent: `${planted(2)} {{ recipient.firstName }}\n\n${old.textContent}`,
      seenUpdatedAt: old.updatedAt,
    });
  }
}

/** Names with web addresses are refused. */
function plantedName(n: number): string {
  return hasLink(planted(n)) ? planted(n, 0) : planted(n);
}

async function send(who: Visitor, path: string, body: unknown): Promise<unknown> {
  const response = await who.post(path, body);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

function couponOf(n: number) {
  return {
    code: codeOf(n),
    description: planted(n),
    discountType: 'percentage',
    discountValue: 10,
    eventTypes: ['conference'],
  };
}

/** Without spaces, like codes. */
function codeOf(n: number): string {
  return planted(n, 64).replaceAll(' ', '/');
}

async function buy(site: Site, buyer: Visitor, n: number): Promise<PlantedOrder> {
  const text = planted(n);
  const [firstName, lastName] = [plantedName(n), plantedName(n)];
  const person = { firstName, lastName, dietaryRestrictions: text, track: 'caregivers' };
  const order = teamOfTen({
    ...person,
    email: `buyer${n}@example.org`,
    phone: `555 0100 ${planted(n, 31)}`,
    organization: text,
    jobTitle: text,
    couponCode: codeOf(n),
    originalAmount: 200,
    discountAmount: 20,
    finalAmount: 180,
    teamMembers: ['buyer', 'member'].map((one) => ({ ...person, email: `${one}${n}@example.org` })),
  });
  const { transactionId } = (await send(buyer, '/api/create-checkout-session', {
    ...order,
    provider: 'square',
  })) as { transactionId: string };
  await send(buyer, '/api/square/process-payment', {
    sourceId: await tokenizeCard(site.sandbox.url),
    orderId: transactionId,
    amount: 18_000,
    billingData: {
      ...billingData,
      firstName,
      lastName,
      addressLine1: text,
      addressLine2: text,
      locality: text,
      administrativeDistrictLevel1: text,
    },
  });
  await send(buyer, `/api/order/${transactionId}/attendees`, { ...person, email: `later${n}@example.org` });
  const bought = (await (await buyer.get(`/api/registrations/${transactionId}`)).json()) as {
    order: { id: number };
    registrations: { qrCodeData: string }[];
  };
  return { n, id: bought.order.id, transactionId, tokens: bought.registrations.map((one) => one.qrCodeData) };
}
