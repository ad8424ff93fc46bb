import type { Cluster } from './cluster.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { openSite, type Site } from './site.ts';
import { createStatementReader } from './statements.ts';

/** A one-process site whose connections to database, Stripe and mail server can be watched and cut. */
export interface TappedSite {
  readonly site: Site;
  /** From now on the watcher sees all traffic and lets it pass or cuts the connection; undefined stops watching. */
  watch(watcher: Watcher | undefined): void;
  stop(): Promise<void>;
}

export type LineName = 'database' | 'stripe' | 'mail';

interface Traffic {
  readonly line: LineName;
  /** `up` is from the site. */
  readonly direction: 'up' | 'down';
  readonly connection: object;
  /** Toward the database: the executed statements. Otherwise the bytes as text. */
  readonly said: readonly string[];
}

export type Watcher = (traffic: Traffic) => 'pass' | 'cut';

export async function openTappedSite(cluster: Cluster): Promise<TappedSite> {
  const lines = { database: await startProxy([]), stripe: await startProxy([]), mail: await startProxy([]) };
  const readStatements = createStatementReader();
  let watcher: Watcher | undefined;
  for (const [name, line] of Object.entries(lines) as [LineName, TcpProxy][]) {
    line.setLine({
      inspect(piece, direction, connection) {
        const isStatement = name === 'database' && direction === 'up';
        const said = isStatement ? readStatements(piece, connection) : [piece.toString('latin1')];
        return watcher ? watcher({ line: name, direction, connection, said }) : 'pass';
      },
    });
  }
  const close = () => Promise.all(Object.values(lines).map((line) => line.stop()));
  try {
    const site = await openSite(cluster, {
      processes: 1,
      databaseUrl: (url) => through(lines.database, url),
      environment(sandbox) {
        lines.stripe.setTargets([sandbox.port]);
        lines.mail.setTargets([Number(new URL(sandbox.smtpUrl).port)]);
        return {
          LOG_LEVEL: 'error',
          STRIPE_API_URL: `http://127.0.0.1:${lines.stripe.port}`,
          SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`,
        };
      },
    });
    const stop = async () => {
      await site.stop();
      await close();
    };
    const watch = (next: Watcher | undefined) => {
      watcher = next;
    };
    return { site, watch, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Connects a line to that database and returns the line's address. */
export function through(line: TcpProxy, url: string): string {
  const { searchParams, pathname } = new URL(url);
  line.setTargets([`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`]);
  return `postgresql://postgres@127.0.0.1:${line.port}${pathname}`;
}
