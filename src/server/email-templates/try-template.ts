import { randomUUID } from 'node:crypto';
import type { TemplateContent } from '#contract/email-templates.ts';
import { HOUR } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitTries } from '../http/limits.ts';
import { type RenderedMail, renderMail } from '../mail/render-mail.ts';
import { sampleVariables } from '../mail/sample-variables.ts';
import { senderOf } from '../mail/sender-of.ts';
import { qrPng } from '../tickets/qr-image.ts';
import { getTemplateRow, refuseBroken, type TemplateRow } from './edit-template.ts';

const SAMPLE_CODE = 'TSAMPLE0000000000000000000001';
const SAMPLE_CID = 'cid:sample';
const TESTS_AN_HOUR = 20;

/** The mail for a sample order, images included. */
export async function previewTemplate(
  ctx: Context,
  id: string,
  content: TemplateContent,
): Promise<RenderedMail> {
  const row = await getTemplateRow(ctx, id);
  await refuseBroken(ctx, row, content);
  const mail = await fill(ctx, row, content, SAMPLE_CID);
  const picture = await qrPng(SAMPLE_CODE);
  // Not earlier: a mail only names its pictures, and must not be refused as too large because of them.
  return {
    ...mail,
    html: mail.html.replaceAll(SAMPLE_CID, `data:image/png;base64,${picture.toString('base64')}`),
  };
}

/** Sends the preview to the caller's sign-in address. */
export async function sendTestMail(
  ctx: Context,
  id: string,
  content: TemplateContent,
): Promise<{ success: true; sentTo: string }> {
  const row = await getTemplateRow(ctx, id);
  await refuseBroken(ctx, row, content);
  const sentTo = ctx.actor.email!;
  await limitTries(ctx.db, ctx.protocolNow(), {
    key: `test-mail:${sentTo}`,
    max: TESTS_AN_HOUR,
    window: HOUR,
  });
  const host = new URL(ctx.settings.publicUrl).hostname;
  const cid = `sample@${host}`;
  const mail = await fill(ctx, row, content, `cid:${cid}`);
  try {
    await ctx.mail.send({
      ...mail,
      subject: `[Test] ${mail.subject}`,
      messageId: `${randomUUID()}@${host}`,
      from: senderOf(ctx.settings, row),
      to: sentTo,
      replyTo: ctx.settings.contact.email,
      attachments: [
        { filename: 'sample.png', content: await qrPng(SAMPLE_CODE), contentType: 'image/png', cid },
      ],
    });
  } catch (error) {
    throw new Refusal('mail_not_sent', { cause: error });
  }
  return { success: true, sentTo };
}

function fill(
  ctx: Context,
  row: TemplateRow,
  content: TemplateContent,
  qrSrc: string,
): Promise<RenderedMail> {
  return renderMail(content, sampleVariables(row.type, ctx.content, ctx.settings, qrSrc));
}
