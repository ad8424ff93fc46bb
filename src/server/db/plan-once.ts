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
  changeStatements(pool, (statement, values) =>
    Array.isArray(values) && values.length > 0 ? { ...statement, name: nameOf(statement.text) } : statement,
  );
}

/**
 * Removes statement names, including Drizzle's: a pooler may run the next transaction in another session with other
 * plans.
 */
export function planEachTime(pool: pg.Pool): void {
  changeStatements(pool, (statement) => ({ ...statement, name: undefined }));
}

interface Statement {
  readonly text: string;
  readonly name?: string | undefined;
}

function changeStatements(pool: pg.Pool, change: (statement: Statement, values: unknown) => Statement): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const changed = (given: unknown, values: unknown, ...rest: unknown[]) => {
      const config = typeof given === 'string' ? { text: given } : given;
      return query(isStatement(config) ? change(config, values) : given, values, ...rest);
    };
    client.query = changed as typeof client.query;
  });
}

/** Cursors and similar objects send themselves. */
function isStatement(config: unknown): config is Statement {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);
}
