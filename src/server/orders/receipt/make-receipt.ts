import { movementWords, RECEIPT_WORDS } from '#contract/words/receipt.ts';
import { organizerName } from '#domain/attendee.ts';
import { dayIn, formatDay } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { describeDays, eventDays } from '#domain/event-days.ts';
import { packageLabel } from '#domain/packages.ts';
import { type Movement, receiptFigures } from '#domain/receipt.ts';
import type { Context } from '../../context.ts';
import type { OrderRow } from '../../db/tables.ts';
import { canWrite } from '../../pdf/fonts.ts';
import type { PdfFile } from '../../pdf/sheet.ts';
import { drawReceipt } from './draw-receipt.ts';

/** A paid order's receipt as a PDF; its amounts are the order's and the ledger's. */
export async function makeReceipt(
  ctx: Context,
  order: OrderRow,
  movements: readonly Movement[],
): Promise<PdfFile> {
  const { event, host } = ctx.content;
  const figures = receiptFigures({ total: order.totalAmount, discount: order.discountAmount }, movements);
  const dayOf = (at: Date) => formatDay(dayIn(event.zone, at));
  const number = registrationNumber(event.shortCode, order.id);
  // An order under review, or refunded as late, was paid without being completed.
  const firstPayment = figures.movements.find(({ kind }) => kind === 'capture');
  const paidAt = firstPayment?.at ?? order.paidAt ?? order.createdAt;
  const { contact } = ctx.settings;
  const buyer = buyerOf(order, host.country);
  const isCut = !buyer.every((line) => canWrite('text', line));
  const file = await drawReceipt({
    title: host.receipt.title,
    number: RECEIPT_WORDS.registration(number),
    paidOn: RECEIPT_WORDS[figures.total === 0 ? 'registeredOn' : 'paidOn'](dayOf(paidAt)),
    seller: [
      event.host.name,
      host.street,
      `${host.city}, ${host.state} ${host.postalCode}`,
      host.country,
      ...(host.taxNumber ? [host.taxNumber] : []),
    ],
    buyer,
    order: {
      rows: [
        { text: whatWasBought(ctx, order), amount: figures.price },
        ...(figures.discount > 0 ? [{ text: discountWords(order), amount: -figures.discount }] : []),
      ],
      sum: { text: RECEIPT_WORDS.total, amount: figures.total },
    },
    payments: (figures.total > 0 || figures.movements.length > 0) && {
      rows: figures.movements.map((one) => ({
        text: `${dayOf(one.at)}: ${movementWords(one)}`,
        amount: one.amount,
      })),
      sum: {
        text: figures.movements.some((one) => one.amount < 0)
          ? RECEIPT_WORDS.paidAfterRefunds
          : RECEIPT_WORDS.paid,
        amount: figures.kept,
      },
    },
    note: [host.receipt.note, ...(isCut ? [RECEIPT_WORDS.notPrinted] : [])].join(' '),
    contact: RECEIPT_WORDS.questions(contact.email, contact.phone),
    createdAt: paidAt,
  });
  return { fileName: `receipt-${number}.pdf`, file };
}

/** An address at home needs no country. */
function buyerOf(order: OrderRow, home: string): string[] {
  const city = [order.billingCity, [order.billingState, order.billingPostalCode].filter(Boolean).join(' ')];
  return [
    organizerName(order),
    order.organization,
    order.billingAddressLine1,
    order.billingAddressLine2,
    city.filter(Boolean).join(', '),
    order.billingCountry === home ? null : order.billingCountry,
    order.organizerEmail,
  ].filter((line): line is string => Boolean(line));
}

function whatWasBought({ content: { event } }: Context, order: OrderRow): string {
  const label = packageLabel(order);
  const days = eventDays(event, order.eventType);
  const titles = days.map(({ title }) => title).join(' and ');
  const seats = RECEIPT_WORDS.seats(order.teamMemberCount, order.seatsReturned);
  return `${label} (${seats}): ${titles}, ${describeDays(event.zone, days).line}`;
}

function discountWords({ appliedCouponCode }: OrderRow): string {
  return appliedCouponCode ? RECEIPT_WORDS.couponDiscount(appliedCouponCode) : RECEIPT_WORDS.discount;
}
