import type { getMyWalletLinks as walletRoute } from '#contract/my-ticket.ts';
import type { ParsedOf } from '#contract/route.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Paper } from '#domain/paper.ts';
import { WALLETS } from '#domain/wallets.ts';
import type { Context } from '../context.ts';
import { type Download, once, pdfDownload } from '../http/bind.ts';
import { limitTries } from '../http/limits.ts';
import { calendarFile } from '../mail/calendar-file.ts';
import { makeTicketPdf } from '../tickets/pdf/make-ticket-pdf.ts';
import { type WalletLinks, walletLinks } from '../wallet/get-passes.ts';
import { getValidTicket } from './get-ticket-page.ts';

/** Limited, because drawing and signing block the process briefly. */
const MADE = 10;

/** A ticket's days as a calendar file; the entries have the same ids as in the mail. */
export async function getMyCalendarFile(ctx: Context, key: string): Promise<Download> {
  const { person, order } = await getValidTicket(ctx, key);
  const { filename, content, contentType } = calendarFile(ctx, order, person);
  return { fileName: filename, type: contentType, body: once(String(content)) };
}

export async function getMyTicketPdf(ctx: Context, key: string, paper: Paper): Promise<Download> {
  const { person, order, code } = await getValidTicket(ctx, key);
  await countMade(ctx, 'pdf', person.id);
  const holder = { ...person, token: code.qrCodeData };
  return pdfDownload(await makeTicketPdf(ctx, order, [holder], paper));
}

export async function getMyWalletLinks(
  ctx: Context,
  { key, wallet }: ParsedOf<typeof walletRoute.body>,
): Promise<WalletLinks> {
  const { person } = await getValidTicket(ctx, key);
  await countMade(ctx, 'wallet', person.id);
  return walletLinks(ctx, person.id, wallet ? [wallet] : WALLETS);
}

async function countMade(ctx: Context, what: 'pdf' | 'wallet', registrationId: number): Promise<void> {
  const key = `my-ticket:${what}:${registrationId}`;
  await limitTries(ctx.db, ctx.protocolNow(), { key, max: MADE, window: MINUTE });
}
