import { isPaid } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type Download, once } from '../http/bind.ts';
import { calendarFile } from '../mail/calendar-file.ts';
import { findOrder } from './find-order.ts';

/**
 * The days of a paid order as a calendar file. Its entries have the same ids as the mail's, so that calendars don't
 * show them twice.
 */
export async function getCalendarFile(ctx: Context, key: string): Promise<Download> {
  const order = await findOrder(ctx, key);
  if (!order || !isPaid(order.paymentStatus)) throw new Refusal('order_not_found');
  const { filename, content, contentType } = calendarFile(ctx.content.event, order.eventType, {
    owner: `order-${order.id}`,
    publicUrl: ctx.settings.publicUrl,
    contactEmail: ctx.settings.contact.email,
  });
  return { fileName: filename, type: contentType, body: once(String(content)) };
}
