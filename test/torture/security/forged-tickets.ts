import { parseQrToken } from '#domain/codes.ts';
import type { findTicketByToken } from '#server/check-in/find-ticket.ts';
import { type Check, inParallel, type Outcome, type Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { buy, outcomeOf, withSite } from './with-site.ts';

const FORGERIES = 10_000;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Control: a door that accepts the nearest ticket to the one shown. */
const exactMatch: readonly Guard[] = [
  replace<typeof findTicketByToken>(
    'server/check-in/find-ticket.ts',
    'findTicketByToken',
    (findTicketByToken) => async (ctx) => {
      const { qrCodes } = await import('#server/db/tables.ts');
      const [nearest] = await ctx.db.select().from(qrCodes).limit(1);
      return findTicketByToken(ctx, nearest!.qrCodeData);
    },
  ),
];

/** S5: forged ticket codes. */
export const forgedTickets: Check = {
  id: 'S5',
  title: `${FORGERIES} forged ticket codes: letters changed, cut, lengthened, another kind, 4 kB, made up`,
  goal: 'none accepted, nobody admitted; a deleted ticket is refused',
  seconds: 240,
  run: (torture) =>
    withSite(torture, { processes: 2 }, (site) => forge(site, torture, torture.count(FORGERIES))),
  control: (torture) =>
    withSite(torture, { processes: 1, without: exactMatch }, (site) => forge(site, torture, 10)),
};

async function forge(site: Site, torture: Torture, count: number): Promise<Outcome> {
  const bought = await buy(site, '198.18.0.1');
  const [token] = bought.tokens;
  const staff = await site.staff();
  const validate = async (qrToken: string) => {
    const response = await staff.post('/api/admin/validate-qr', { qrToken });
    return { status: response.status, ...((await response.json()) as { reason?: string }) };
  };
  const faults: string[] = [];
  if ((await validate(token!)).reason === 'unknown') faults.push('the real one is unknown');
  const codes = Array.from({ length: count }, (_, n) => forgery(n, token!, bought.transactionId, torture));
  const forged = codes.filter((code) => parseQrToken(code) !== token);
  await inParallel(forged, 16, async (code, index) => {
    const told = await validate(code);
    if (told.status >= 500 || (told.status === 200 && told.reason !== 'unknown')) {
      faults.push(`${code.slice(0, 40)}: ${told.status} ${told.reason}`);
    }
    if (index % 20 > 0) return;
    const entered = await staff.post('/api/admin/check-in', { qrToken: code, method: 'qr_scan' });
    if (entered.status === 200 || entered.status >= 500) faults.push(`${code.slice(0, 40)} entered`);
  });
  const { rows } = await site.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM check_ins');
  if (rows[0]!.count > 0) faults.push(`${rows[0]!.count} admitted`);
  await site.pool.query('UPDATE registrations SET voided_at = now()');
  const voided = await validate(token!);
  if (voided.reason !== 'not_paid') faults.push(`the refunded one: ${voided.reason}`);
  await site.pool.query('DELETE FROM qr_codes');
  const revoked = await validate(token!);
  if (revoked.reason !== 'unknown') faults.push(`the deleted one: ${revoked.reason}`);
  return outcomeOf(`${forged.length} codes`, faults);
}

function forgery(n: number, token: string, transactionId: string, { random }: Torture): string {
  const at = Math.floor(random() * token.length);
  const letter = ALPHABET[Math.floor(random() * ALPHABET.length)]!;
  const madeUp = Array.from({ length: 28 }, () => ALPHABET[Math.floor(random() * 32)]).join('');
  const kinds = [
    token.slice(0, at) + letter + token.slice(at + 1),
    token.slice(0, at) +
      String.fromCharCode(token.charCodeAt(at) ^ (1 << Math.floor(random() * 7))) +
      token.slice(at + 1),
    token.slice(0, at),
    `${token}${letter}`,
    `T${madeUp}`,
    `T${transactionId}`,
    transactionId,
    madeUp + 'x'.repeat(4_000),
    `${token.slice(0, at)}%${token.slice(at + 1)}`,
    `${token}' OR '1'='1`,
  ];
  return kinds[n % kinds.length]!;
}
