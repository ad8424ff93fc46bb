import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly rowCount: number;
  readonly connection: unknown;
}

/** Whether a job sent it: jobs have connections of their own, whose commits do not wait for the disk. */
export function isOfJobs({ connection }: Statement): boolean {
  const { options } = (connection as pg.Client & { connectionParameters: { options?: string } })
    .connectionParameters;
  return options?.includes('synchronous_commit=off') ?? false;
}

interface Recording {
  /** All statements so far, in order. */
  readonly statements: readonly Statement[];
  stop(): void;
}

/** Records the statements on connections that this process opens from now on. */
export function recordStatements(): Recording {
  const statements: (Omit<Statement, 'rowCount'> & { rowCount: number })[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [config, second] = given as [string | { text: string; values?: unknown[] }, unknown];
    const inConfig = typeof config === 'object' ? config.values : undefined;
    const text = typeof config === 'string' ? config : config.text;
    const statement = {
      text,
      values: Array.isArray(second) ? second : (inConfig ?? []),
      rowCount: 0,
      connection: this,
    };
    statements.push(statement);
    const count = (response: pg.QueryResult | undefined) => {
      statement.rowCount = response?.rowCount ?? 0;
    };
    const last = given.at(-1);
    if (typeof last === 'function') {
      given[given.length - 1] = (error: unknown, response: pg.QueryResult) => {
        count(response);
        last(error, response);
      };
      return original.apply(this, given);
    }
    const asked = original.apply(this, given);
    if (asked instanceof Promise) void asked.then(count, () => {});
    return asked;
  };
  return {
    statements,
    stop() {
      prototype.query = original;
    },
  };
}
