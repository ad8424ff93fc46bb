import { randomBytes } from 'node:crypto';
import { CODE_BYTES, qrTokenFrom } from '#domain/codes.ts';
import { openBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const REGISTRATIONS = 10_000;
const SCANS = 500;

/** Time from a scan's request to its verdict with 10,000 registrations: validation and admission. */
export async function benchDoor(): Promise<Figure[]> {
  await using world = await openBenchWorld();
  const validations: number[] = [];
  const admissions: number[] = [];
  world.moveClock('2025-09-20T14:10:00Z');
  const tokens = await fillHall(world.database.pool, REGISTRATIONS);
  const door = await world.staff();
  for (let index = 0; index < SCANS; index += 1) {
    const qrToken = tokens[(index * 7) % tokens.length]!;
    validations.push(await time(() => door.post('/api/admin/validate-qr', { qrToken })));
    admissions.push(await time(() => door.post('/api/admin/check-in', { qrToken, method: 'qr_scan' })));
  }
  return [
    {
      name: 'scan to verdict, 10,000 registrations (p95)',
      goal: 20,
      measured: percentile(validations.slice(20), 0.95),
      unit: 'ms',
    },
    {
      name: 'scan to admission, 10,000 registrations (p95)',
      goal: 20,
      measured: percentile(admissions.slice(20), 0.95),
      unit: 'ms',
    },
  ];
}

async function time(call: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  const response = await call();
  await response.text();
  if (!response.ok) throw new Error(`a scan returned ${response.status}`);
  return performance.now() - startedAt;
}

/** Creates that many paid orders with one ticket each and returns the QR tokens. */
export async function fillHall(pool: import('pg').Pool, registrations: number): Promise<string[]> {
  await pool.query(
    `INSERT INTO orders (transaction_id, organizer_first_name, organizer_last_name, organizer_email, event_type,
       total_amount, payment_status, package_size, pricing, created_at)
     SELECT 'bench-' || n, 'Jane', 'Sample ' || n, 'jane' || n || '@example.org', 'conference', 20, 'completed',
       'individual', 'regular', now() FROM generate_series(1, $1) AS n`,
    [registrations],
  );
  await pool.query(
    `INSERT INTO registrations (order_id, first_name, last_name, email, track, is_organizer, created_at)
     SELECT id, organizer_first_name, organizer_last_name, organizer_email, 'caregivers', true, now() FROM orders`,
  );
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM registrations ORDER BY id');
  const tokens = rows.map(() => qrTokenFrom(randomBytes(CODE_BYTES)));
  await pool.query(
    `INSERT INTO qr_codes (registration_id, qr_code_data, qr_code_image, created_at)
     SELECT id, token, '<svg/>', now() FROM unnest($1::int[], $2::text[]) AS one (id, token)`,
    [rows.map((row) => row.id), tokens],
  );
  await pool.query('ANALYZE');
  return tokens;
}
