import type pg from 'pg';

/** Plans kept per connection; a statement whose text keeps changing is planned every time. */
const KEPT = 300;
/**
 * The best plan for a search depends on its pattern, and a kept plan fails when `*` gains columns because a later
 * version's migration runs beside this process.
 */
const UNFIT = /\bi?like\b|\*/i;

/**
 * Names statements with parameters, so that each connection parses and plans them once: planning is a quarter of the
 * database's work for an order.
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

/** Cursors and similar objects send themselves. */
function isStatement(config: unknown): config is { text: string } {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);
}
