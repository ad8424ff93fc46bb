import { submitCard } from '#sandbox/stripe/test-stand.ts';
import { checkout } from '../factories.ts';
import type { World } from '../world.ts';
import type { Statement } from './record-statements.ts';

/** Numbers that occur nowhere else, to recognize them among the parameters. */
const FIRST = { orders: 710_000_001, registrations: 720_000_001 };

/**
 * One order, from summary to mail, as a pgbench script: the statements that the site sent for a real order, with its
 * unique values regenerated for each run. `recorded` receives what the world's site sends.
 */
export async function writeOrderScript(world: World, recorded: readonly Statement[]): Promise<string> {
  const { pool } = world.database;
  for (const [table, first] of Object.entries(FIRST))
    await pool.query(`ALTER SEQUENCE ${table}_id_seq RESTART WITH ${first}`);
  // Queries of the start are not part of an order.
  await pause(3_000);
  const from = recorded.length;
  await buyOne(world);
  const statements = recorded.slice(from);
  const made = await namesOf(world, statements);
  const lines = statements
    .filter((one) => !isEmptyLook(one))
    .map((one) => `${inLiterals(one, made)}${takenFrom(one)}`);
  return `\\set n random(1, 9000000000000000)\n${lines.join('\n')}\n`;
}

async function buyOne(world: World): Promise<void> {
  const visitor = world.visitor('198.51.100.7');
  const placed = await visitor.post('/api/create-checkout-session', checkout({ email: 'one@example.org' }));
  const { url, transactionId } = (await placed.json()) as { url: string; transactionId: string };
  await submitCard(url);
  // The webhook first, then the page, so that only one of them settles.
  await pause(500);
  await (await visitor.get(`/checkout-success?id=${transactionId}`)).text();
  await (await visitor.get(`/api/registrations/${transactionId}`)).text();
  for (let left = 100; left > 0; left -= 1) {
    const { rows } = await world.database.pool.query('SELECT FROM mails WHERE sent_at IS NOT NULL');
    if (rows.length > 0) break;
    await pause(100);
  }
  // The job is completed after its mail.
  await pause(1_000);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Empty polls for jobs belong to no order; this script's own queries don't either. */
function isEmptyLook({ text, rowCount }: Statement): boolean {
  return (/WITH\s+next\s+AS/.test(text) && rowCount === 0) || /SELECT FROM mails/.test(text);
}

/** The recorded order's unique values and their replacements in the script. */
async function namesOf({ database }: World, statements: readonly Statement[]): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ value: string }>(
    `SELECT transaction_id AS value FROM orders UNION SELECT checkout_id::text FROM orders
     UNION SELECT id::text FROM payment_attempts UNION SELECT ref FROM payment_attempts
     UNION SELECT quote_hash FROM payment_attempts UNION SELECT url FROM payment_attempts
     UNION SELECT money_ref FROM payment_ledger UNION SELECT event_id FROM provider_events
     UNION SELECT id::text FROM mails UNION SELECT message_id FROM mails UNION SELECT sid FROM sessions
     UNION SELECT qr_code_data FROM qr_codes UNION SELECT key FROM rate_limits`,
  );
  const jobs = await database.pool.query<{ id: string }>(
    `SELECT id FROM jobs.job_common WHERE name = 'send-mail'`,
  );
  const names = new Map(
    rows.filter(({ value }) => value).map(({ value }, index) => [value, unique(value, index)]),
  );
  for (const { id } of jobs.rows) names.set(id, ':j_id');
  // Buyers rarely wait for each other.
  const locks = statements.flatMap(({ values }) => values.flat().filter(isHoldKey));
  for (const [index, key] of locks.entries()) names.set(key, unique(key, index));
  names.set(String(FIRST.orders), ':o_id');
  names.set(String(FIRST.registrations), ':r_id');
  return names;
}

function isHoldKey(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('hold:');
}

function unique(value: string, index: number): string {
  const seed = `md5(:n::text || '${String.fromCharCode(97 + (index % 26))}${index}')`;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return `${seed}::uuid`;
  return `left(repeat(${seed}, 8), ${value.length})`;
}

function inLiterals({ text, values }: Statement, names: Map<string, string>): string {
  const filled = text.replaceAll(/\$(\d+)/g, (_, at: string) => literal(values[Number(at) - 1], names));
  return filled.replaceAll(/\s+/g, ' ').trim();
}

function literal(value: unknown, names: Map<string, string>): string {
  if (value === null || value === undefined) return 'NULL';
  const name = names.get(String(value));
  if (name) return name;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`;
  if (Array.isArray(value)) return `ARRAY[${value.map((one) => literal(one, names)).join(', ')}]`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // pgbench reads a colon before a letter as a variable.
  const quoted = `'${text.replaceAll("'", "''").replaceAll(/:(?=[a-z_])/gi, ': ')}'`;
  // A name inside a longer value, such as a job's data, is inserted from outside.
  const inside = [...names].find(([one]) => one.length > 8 && quoted.includes(one));
  if (!inside) return quoted;
  const joined = quoted.replaceAll(inside[0], `' || ${inside[1].replace('::uuid', '::uuid::text')} || '`);
  return /^[{[]/.test(text) ? `(${joined})::jsonb` : `(${joined})`;
}

/** Later statements use the ids that the database returned. */
function takenFrom({ text }: Statement): string {
  if (/^insert into "orders"/.test(text)) return ' \\gset o_';
  if (/^insert into "registrations"/.test(text)) return ' \\gset r_';
  if (/WITH\s+next\s+AS/.test(text)) return ' \\aset j_';
  return ';';
}
