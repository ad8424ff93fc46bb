import { expect } from 'vitest';
import type { MailMessage } from '#sandbox/mailbox/message.ts';
import { eventually } from '#test/eventually.ts';

/** All mail to the address, once there are `count`. Reads the mailbox over HTTP, like a person. */
export async function mailTo(mailboxUrl: string, address: string, count = 1): Promise<MailMessage[]> {
  return eventually(async () => {
    const response = await fetch(`${mailboxUrl}/mailbox/messages`);
    const messages = (await response.json()) as MailMessage[];
    const own = messages.filter((message) => message.to === address);
    expect(own.map((message) => message.subject)).toHaveLength(count);
    return own;
  });
}

/** A ticket's picture in a mail, from the mailbox. */
export async function ticketPicture(mailboxUrl: string, message: MailMessage): Promise<Buffer> {
  const at = message.attachments.findIndex((part) => part.contentType === 'image/png');
  const response = await fetch(`${mailboxUrl}/mailbox/${message.id}/attachments/${at}`);
  expect(response.headers.get('content-type')).toBe('image/png');
  return Buffer.from(await response.arrayBuffer());
}
