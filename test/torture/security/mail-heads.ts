import { checkout } from '../../factories.ts';
import type { Visitor } from '../../visitor.ts';
import { inParallel, until } from '../check.ts';
import type { Site } from '../site.ts';
import { buy } from './with-site.ts';

const HEADER = 'Bcc: all@marker.example\r\nX-Forged: yes';

/** Line ends for headers, raw and as decoders might produce them. */
const ENDS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\u0085',
  '\u2028',
  '%0d%0a',
  '\\r\\n',
  '=?utf-8?Q?=0D=0A?=',
  '嘍嘊',
];

const ADDRESSES = [
  'a@example.org, all@marker.example',
  'a@example.org;all@marker.example',
  'a@example.org\r\nBcc: all@marker.example',
  'a@example.org\nX-Forged: yes',
  '"a\r\nBcc: all@marker.example"@example.org',
  'a@example.org>\r\nRCPT TO:<all@marker.example',
  '<a@example.org> <all@marker.example>',
  'group: a@example.org, all@marker.example;',
  'a%0d%0aBcc:all@marker.example@example.org',
];

/**
 * Header lines in names, the buyer's address, templates and subject values. Forms refuse most, so they also go straight
 * into the database. Returns what the mails must not contain but do.
 */
export async function forgeHeads(site: Site, staff: Visitor): Promise<{ tried: number; faults: string[] }> {
  const refused = ADDRESSES.map((email) => ({ email }));
  const names = ENDS.map((end, n) => ({ firstName: `Ann${end}${HEADER}`, email: `head${n}@example.org` }));
  await inParallel([...refused, ...names], 4, (fields, n) =>
    buy(site, `198.51.100.${n}`, checkout(fields)).catch((error: unknown) => {
      if (!/refused: 400/.test(String(error))) throw error;
    }),
  );
  const { orderId } = await buy(site, '198.51.100.99', checkout({ email: 'stored@example.org' }));
  for (const end of ENDS.slice(0, 6)) {
    const text = `Ann${end}${HEADER}`;
    await site.pool.query('UPDATE orders SET organizer_first_name = $1 WHERE id = $2', [text, orderId]);
    await site.pool.query('UPDATE registrations SET first_name = $1, last_name = $1 WHERE order_id = $2', [
      text,
      orderId,
    ]);
    await site.pool.query(
      `UPDATE email_templates SET from_name = $1, subject = '{{ recipient.firstName }}' || $1`,
      [text],
    );
    await site.pool.query("DELETE FROM rate_limits WHERE key LIKE 'resend:%'");
    await staff.post(`/api/admin/orders/${orderId}/resend-email`, {});
    await untilMailed(site);
  }
  return { tried: refused.length + names.length + 6, faults: await findForgedHeads(site) };
}

/** Waits until every queued mail is sent or has failed for good. */
export async function untilMailed({ pool }: Site): Promise<void> {
  const waiting = 'SELECT FROM mails WHERE sent_at IS NULL AND failed_at IS NULL';
  await until('no mail is queued', async () => (await pool.query(waiting)).rows.length === 0, {
    seconds: 60,
  });
}

const KNOWN =
  /^(from|to|reply-to|subject|message-id|auto-submitted|date|mime-version|content-type|content-transfer-encoding)$/;

/** Reads each mail as the server received it, byte by byte. */
async function findForgedHeads({ sandbox }: Site): Promise<string[]> {
  const messages = await sandbox.mailbox.messages();
  const faults = await inParallel(messages, 8, async ({ id, to }) => {
    const raw = await (await fetch(`${sandbox.url}/mailbox/${id}/source`)).text();
    const names = headerNames(raw.slice(0, raw.indexOf('\r\n\r\n')));
    const found = [...names.filter((name) => !KNOWN.test(name)), ...repeated(names)];
    const inParts = [...raw.matchAll(/boundary="([^"]+)"/g)].flatMap(([, boundary]) =>
      raw
        .split(`--${boundary}\r\n`)
        .slice(1)
        .flatMap((part) => headerNames(part.slice(0, part.indexOf('\r\n\r\n')))),
    );
    found.push(...inParts.filter((name) => !/^content-(type|transfer-encoding|disposition|id)$/.test(name)));
    if (to.includes(',') || to.includes('marker.example')) found.push(`recipients ${to}`);
    return found.map((what) => `mail ${id}: ${what}`);
  });
  const stored = messages.filter(({ to }) => to === 'stored@example.org').length;
  return [...faults.flat(), ...(stored === 7 ? [] : [`${stored} mails with what was stored`])];
}

function headerNames(head: string): string[] {
  return head
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase() || line);
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} twice`);
}
