import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fillHall } from '../bench/door.ts';
import { checkout } from '../factories.ts';
import { ownEnvironment } from '../outside.ts';
import { type Check, type Torture, until } from './check.ts';
import { openSite, type Site } from './site.ts';

const TABLE = fileURLToPath(new URL('./time-edges-table.ts', import.meta.url));
const PROCESS_ZONES = ['America/Denver', 'Pacific/Auckland', 'Asia/Kathmandu'];

/** R25: every boundary in time, evaluated by processes in zones other than the event's. */
export const timeEdges: Check = {
  id: 'R25',
  title: `time boundaries, clock changes and February 29, in processes with ${PROCESS_ZONES.length} time zones`,
  goal: 'every response as in the table, through the site, too',
  seconds: 120,
  async run(torture) {
    const found: Verdicts[] = [];
    for (const zone of PROCESS_ZONES) found.push(await readTable(zone), await walkSite(torture, zone));
    const wrong = found.flatMap((one) => one.wrong);
    const cases = found.reduce((sum, one) => sum + one.cases, 0);
    const first = wrong[0] ? `: ${JSON.stringify(wrong[0])}` : '';
    return { measured: `${cases} verdicts, ${wrong.length} wrong${first}`, passed: wrong.length === 0 };
  },
};

interface Verdicts {
  readonly cases: number;
  readonly wrong: readonly { readonly what: string; readonly wanted: string; readonly found: string }[];
}

async function readTable(zone: string): Promise<Verdicts> {
  const env = { ...ownEnvironment, TZ: zone };
  const { stdout } = await promisify(execFile)(process.execPath, [TABLE], { env });
  const { offset, ...verdicts } = JSON.parse(stdout) as Verdicts & { offset: number };
  if (offset !== OFFSETS_IN_1970[zone]) throw new Error(`the process did not run in ${zone}`);
  return verdicts;
}

/** Minutes west of Greenwich, to show that the zone took effect. */
const OFFSETS_IN_1970: Readonly<Record<string, number>> = {
  'America/Denver': 420,
  'Pacific/Auckland': -720,
  'Asia/Kathmandu': -330,
};

/** The whole site's responses a few seconds on either side; its clock runs, so finer steps are impossible. */
async function walkSite({ cluster }: Torture, zone: string): Promise<Verdicts> {
  await using site = await openSite(cluster, { processes: 1, environment: { TZ: zone } });
  const verdicts: { what: string; wanted: string; found: string }[] = [];
  const [both] = await fillHall(site.pool, 1);
  await site.pool.query(`UPDATE orders SET event_type = 'both'`);
  const door = await site.staff();
  const steps: [at: string, ask: () => Promise<string>, wanted: string][] = [
    ['2025-08-06T23:59:50Z', () => buy(site, 'conference', 20), 'early_bird'],
    ['2025-08-07T00:00:00Z', () => buy(site, 'conference', 20), 'regular'],
    ['2025-09-19T05:59:50Z', () => scan(door, both!), 'admitted on 2025-09-18'],
    ['2025-09-19T06:00:00Z', () => scan(door, both!), 'admitted on 2025-09-19'],
    ['2025-09-19T14:59:50Z', () => buy(site, 'both', 1500), 'regular'],
    ['2025-09-19T15:00:00Z', () => buy(site, 'both', 1500), 'sale_ended'],
    ['2025-09-20T05:59:50Z', () => scan(door, both!), 'already_checked_in'],
    ['2025-09-20T06:00:00Z', () => scan(door, both!), 'admitted on 2025-09-20'],
    ['2025-09-21T05:59:50Z', () => buy(site, 'conference', 20), 'regular'],
    ['2025-09-21T06:00:00Z', () => buy(site, 'conference', 20), 'registration_closed'],
  ];
  for (const [at, ask, wanted] of steps) {
    site.moveClock(at);
    await clockIsAt(site, at);
    verdicts.push({ what: `${at} in ${zone}`, wanted, found: await ask() });
  }
  return { cases: verdicts.length, wrong: verdicts.filter(({ wanted, found }) => wanted !== found) };

  async function scan(door: Awaited<ReturnType<Site['staff']>>, qrToken: string): Promise<string> {
    const response = await door.post('/api/admin/check-in', { qrToken, method: 'qr_scan' });
    if (!response.ok) return codeOf(response);
    const { rows } = await site.pool.query<{ day: string }>(
      'SELECT admitted_on::text AS day FROM check_ins ORDER BY id DESC LIMIT 1',
    );
    return `admitted on ${rows[0]!.day}`;
  }
}

/** The order's pricing, or why there is none. */
async function buy(site: Site, eventType: string, dollars: number): Promise<string> {
  const body = checkout({ eventType, amount: dollars, finalAmount: dollars });
  const response = await site.visitor().post('/api/create-checkout-session', body);
  if (!response.ok) return codeOf(response);
  const { rows } = await site.pool.query<{ pricing: string }>(
    'SELECT pricing FROM orders ORDER BY id DESC LIMIT 1',
  );
  return rows[0]!.pricing;
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

async function clockIsAt(site: Site, at: string): Promise<void> {
  const look = async () => {
    const { headers } = await site.visitor().get('/api/capacity-status');
    const ahead = Number(headers.get('x-now')) - Date.parse(at);
    return ahead >= 0 && ahead < 5_000;
  };
  await until(`the site's clock is at ${at}`, look, { pauseMs: 20 });
}
