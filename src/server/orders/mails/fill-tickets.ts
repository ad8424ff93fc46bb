import { paths } from '#contract/paths.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { countSeats, emailKey, fullName } from '#domain/attendee.ts';
import { isPaid } from '#domain/order.ts';
import type { Context } from '../../context.ts';
import { calendarFile } from '../../mail/calendar-file.ts';
import { commonVariables, type TicketVariables } from '../../mail/mail-variables.ts';
import type { MailAttachment } from '../../mail/transport.ts';
import type { PdfFile } from '../../pdf/sheet.ts';
import { makeTicketPdf } from '../../tickets/pdf/make-ticket-pdf.ts';
import { qrPng } from '../../tickets/qr-image.ts';
import { makeReceipt } from '../receipt/make-receipt.ts';
import {
  type Filled,
  isFor,
  type OrderMail,
  type TicketOwner,
  toBuyer,
  WAITS_FOR_REVIEW,
} from './order-mail.ts';

/** The buyer's confirmation with all tickets, or the tickets at one address. */
export async function fillTickets(
  ctx: Context,
  wanted: OrderMail,
): Promise<Filled<'order_confirmation' | 'ticket'>> {
  const { mail, order, people: all, movements } = wanted;
  if (order.paymentStatus === 'review') return { waiting: WAITS_FOR_REVIEW };
  if (!isPaid(order.paymentStatus)) return { unsendable: `The order is ${order.paymentStatus}.` };
  const isForOrganizer = mail.kind === 'order_confirmation';
  const own = isForOrganizer ? all : all.filter((person) => isFor(mail, person));
  const isStillTheirs = !isForOrganizer || emailKey(order.organizerEmail) === emailKey(mail.recipient);
  const [first] = own;
  // A ticket never goes to an attendee's previous address.
  if (!isStillTheirs) return { unsendable: 'The address has changed since.' };
  // Seats canceled without a full refund leave a paid order.
  if (countSeats(order) === 0) return { unsendable: 'Every seat was canceled.' };
  if (!first && !isForOrganizer) return { unsendable: 'Nobody at this address has a ticket now.' };

  const host = new URL(ctx.settings.publicUrl).hostname;
  const cid = (person: TicketOwner) => `ticket-${person.id}@${host}`;
  const tickets = own.map(
    (person): TicketVariables => ({
      name: fullName(person),
      track: person.track ? TRACK_NAMES[person.track] : '',
      code: person.token,
      qrSrc: `cid:${cid(person)}`,
      // Only holders get their page's link: the buyer's mail links only to tickets at the buyer's address.
      url:
        emailKey(person.email) === emailKey(mail.recipient)
          ? ctx.settings.publicUrl + paths.myTicket(person.pageKey)
          : '',
    }),
  );
  const pictures = own.map(
    async (person): Promise<MailAttachment> => ({
      filename: `ticket-${person.firstName}-${person.lastName}.png`,
      content: await qrPng(person.token),
      contentType: 'image/png',
      cid: cid(person),
    }),
  );
  return {
    variables: isForOrganizer
      ? { ...toBuyer(ctx, wanted), tickets }
      : { ...commonVariables(ctx, order, first!.firstName), tickets },
    // Always on US Letter; for A4, people download the tickets.
    attachments: [
      ...(await Promise.all(pictures)),
      ...(first ? [asAttachment(await makeTicketPdf(ctx, order, own, 'letter'))] : []),
      calendarFile(ctx, order, isForOrganizer ? undefined : first),
      ...(isForOrganizer ? [asAttachment(await makeReceipt(ctx, order, movements))] : []),
    ],
  };
}

function asAttachment({ fileName, file }: PdfFile): MailAttachment {
  return { filename: fileName, content: file, contentType: 'application/pdf' };
}
