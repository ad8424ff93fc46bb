import { sql } from '#server/db/drizzle.ts';
import type { World } from './world.ts';

/** The lengths of the windows, in minutes, in which tries are counted under keys that begin with `prefix`. */
export async function limitWindows({ database }: Pick<World, 'database'>, prefix: string): Promise<number[]> {
  const { rows } = await database.db.execute<{ minutes: number }>(
    sql`SELECT DISTINCT (extract(epoch FROM ends_at - started_at) / 60)::int AS minutes
      FROM rate_limits WHERE key LIKE ${prefix} || '%' ORDER BY minutes`,
  );
  return rows.map(({ minutes }) => minutes);
}
