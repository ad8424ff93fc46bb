import type { Cluster } from './cluster.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { openSite, type Site } from './site.ts';
import { createStatementReader } from './statements.ts';

/** A one-process site whose connections to database, Stripe and mail server can be watched and cut. */
export interface TappedSite extends AsyncDisposable {
  readonly site: Site;
  /** From now on the watcher sees all traffic and lets it pass or cuts the connection; undefined stops watching. */
  watch(watcher: Watcher | undefined): void;
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
  await using opened = new AsyncDisposableStack();
  const openLine = async () => opened.use(await startProxy([]));
  const lines = { database: await openLine(), stripe: await openLine(), mail: await openLine() };
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
  const options = {
    processes: 1,
    databaseUrl: (url: string) => through(lines.database, url),
    environment(sandbox: Site['sandbox']) {
      lines.stripe.setTargets([sandbox.port]);
      lines.mail.setTargets([Number(new URL(sandbox.smtpUrl).port)]);
      return {
        LOG_LEVEL: 'error',
        STRIPE_API_URL: `http://127.0.0.1:${lines.stripe.port}`,
        SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`,
      };
    },
  };
  const site = opened.use(await openSite(cluster, options));
  const watch = (next: Watcher | undefined) => {
    watcher = next;
  };
  const all = opened.move();
  return { site, watch, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Connects a line to that database and returns the line's address. */
export function through(line: TcpProxy, url: string): string {
  const { searchParams, pathname } = new URL(url);
  line.setTargets([`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`]);
  return `postgresql://postgres@127.0.0.1:${line.port}${pathname}`;
}
