import PostalMime, { type Email } from 'postal-mime';
import type { Store } from '../store.ts';

/** One message as it arrived. `raw` is base64; `to` has the envelope's recipients, Bcc included. */
export interface StoredMail {
  id: number;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  raw: string;
}

export interface Archive {
  /** Keeps a message; ids ascend in order of arrival. */
  receive(raw: Buffer, envelope: { from: string; to: string[] }): Promise<StoredMail>;
  /** Oldest first. */
  list(): StoredMail[];
  find(id: number): StoredMail | undefined;
  parse(mail: StoredMail): Promise<Email>;
  clear(): void;
}

export function openArchive(options: { store: Store; now: () => Date }): Archive {
  const kept = options.store.collection<StoredMail>('mail');
  const parsed = new Map<number, Promise<Email>>();
  let lastId = kept.list().reduce((last, { id }) => Math.max(last, id), 0);

  return {
    async receive(raw, { from, to }) {
      // Only the headers: the body is parsed when somebody opens the message.
      const { subject = '' } = await PostalMime.parse(headOf(raw));
      lastId += 1;
      const receivedAt = options.now().toISOString();
      const mail = { id: lastId, receivedAt, from, to, subject, raw: raw.toString('base64') };
      kept.put(String(mail.id), mail);
      return mail;
    },
    list: () => kept.list(),
    find: (id) => kept.get(String(id)),
    parse(mail) {
      const email = parsed.get(mail.id) ?? PostalMime.parse(Buffer.from(mail.raw, 'base64'));
      parsed.set(mail.id, email);
      return email;
    },
    clear() {
      parsed.clear();
      for (const { id } of kept.list()) kept.delete(String(id));
    },
  };
}

function headOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end < 0 ? raw : raw.subarray(0, end + 4);
}
