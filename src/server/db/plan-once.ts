import type pg from 'pg';

/** A connection keeps a plan for each; what is asked in ever new words is planned each time. */
const KEPT = 300;
/**
 * The best way to search depends on the pattern; and `*` may become other columns when a later version's migration runs
 * beside this process, which a kept plan refuses.
 */
const UNFIT = /\bi?like\b|\*/i;

/**
 * Statements with parameters get a name, so that each connection parses and plans them once: a quarter of the
 * database's work for an order is planning.
 */
export function planOnce(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < KEPT && !UNFIT.test(text)) names.set(text, `plan_${names.size}`);
    return names.get(text);
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const named = (given: unknown, values: unknown, ...rest: unknown[]) => {
      const config = typeof given === 'string' ? { text: given } : given;
      const isPlain = isStatement(config) && Array.isArray(values) && values.length > 0;
      return query(isPlain ? { ...config, name: nameOf(config.text) } : given, values, ...rest);
    };
    client.query = named as typeof client.query;
  });
}

/** Cursors and the like bring their own way of being sent. */
function isStatement(config: unknown): config is { text: string } {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);
}
