import { isPaid } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type Download, once } from '../http/bind.ts';
import { calendarFile } from '../mail/calendar-file.ts';
import { getOrderByKey } from './find-order.ts';

/**
 * The days of a paid order as a calendar file. Its entries have the same ids as the mail's, so that calendars don't
 * show them twice.
 */
export async function getCalendarFile(ctx: Context, key: string): Promise<Download> {
  const order = await getOrderByKey(ctx, key);
  if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_found');
  const { filename, content, contentType } = calendarFile(ctx, order);
  return { fileName: filename, type: contentType, body: once(String(content)) };
}
