import type { Email } from 'postal-mime';
import type { Archive, StoredMail } from './archive.ts';

/** A message as `GET /mailbox/messages` returns it. An absent part is an empty string. */
export interface MailMessage {
  id: number;
  /** Recipients of the envelope, joined by a comma. */
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; contentType: string; contentId: string | null; size: number }[];
  messageId: string;
  /** The demo clock's time. */
  receivedAt: string;
  headers: { key: string; value: string }[];
}

/** Oldest first. */
export async function listMessages(archive: Archive): Promise<MailMessage[]> {
  return Promise.all(archive.list().map(async (mail) => describe(mail, await archive.parse(mail))));
}

/** The HTML of a message with its inline images as data URLs. */
export function htmlWithImages(email: Email): string {
  return (email.html ?? '').replace(/\bcid:([^"'\s)>]+)/gi, (reference, id: string) => {
    const part = email.attachments.find(({ contentId }) => contentId === `<${decodeURIComponent(id)}>`);
    return part ? `data:${part.mimeType};base64,${attachmentBytes(part).toString('base64')}` : reference;
  });
}

export function attachmentBytes({ content, mimeType }: Email['attachments'][number]): Buffer {
  const bytes = Buffer.from(typeof content === 'string' ? content : new Uint8Array(content));
  if (!mimeType.startsWith('text/')) return bytes;
  // The parser leaves bare line feeds, but calendar files must have CRLF.
  return Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}

export function attachmentName({ filename }: Email['attachments'][number], at: number): string {
  return filename ?? `attachment-${at + 1}`;
}

function describe(mail: StoredMail, email: Email): MailMessage {
  return {
    id: mail.id,
    to: mail.to.join(', '),
    from: mail.from,
    subject: mail.subject,
    html: email.html ?? '',
    text: email.text ?? '',
    attachments: email.attachments.map((part, at) => ({
      filename: attachmentName(part, at),
      contentType: part.mimeType,
      contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
      size: attachmentBytes(part).byteLength,
    })),
    messageId: email.messageId ?? '',
    receivedAt: mail.receivedAt,
    headers: email.headers.map(({ key, value }) => ({ key, value })),
  };
}
