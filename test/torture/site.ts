import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { samplePeople } from '#sandbox/oidc/people.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { submitCard } from '#test/sandbox/stripe-stand.ts';
import { environmentOf, freePort, ownEnvironment, startOutside } from '../outside.ts';
import { nextAddress, Visitor } from '../visitor.ts';
import { EARLY_BIRD } from '../world.ts';
import type { Cluster } from './cluster.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { type Guard, optionsWithout } from './without-guard.ts';

type Environment = Readonly<Record<string, string>>;

interface SiteOptions {
  readonly processes?: number;
  readonly now?: string;
  readonly webhooks?: boolean;
  /** More settings for the processes, as environment variables. */
  readonly environment?: Environment | ((sandbox: Sandbox) => Environment);
  /** Guards removed in each process. */
  readonly without?: readonly Guard[];
  /** The database's address for the processes; by default its own, otherwise for example a proxy's. */
  readonly databaseUrl?: (url: string) => string;
  /** Another commit's built sources, starting with an empty database. */
  readonly root?: string;
}

/** Several processes of the site on one database, behind one address, with the sandbox in this process. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** The test's own pool on the site's database. */
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** Sits between visitors and processes. */
  readonly front: TcpProxy;
  readonly processes: readonly SiteProcess[];
  visitor(address?: string): Visitor;
  staff(email?: string): Promise<Visitor>;
  pay(url: string, card?: string): ReturnType<typeof submitCard>;
  moveClock(to: string): void;
  /** The processes' log and error output so far. */
  log(): string;
}

interface SiteProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Sends the signal, then restarts it at the same port. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
}

export async function openSite(cluster: Cluster, options: SiteOptions): Promise<Site> {
  const { processes: count = 2, now = EARLY_BIRD, webhooks, root = HERE } = options;
  const databaseUrl = await cluster.createDatabase({ isEmpty: root !== HERE });
  const front = await startProxy([]);
  const url = `http://127.0.0.1:${front.port}`;
  const sandbox = await startOutside({ siteUrl: url, now, webhooks });
  const told = options.databaseUrl?.(databaseUrl) ?? databaseUrl;
  const lines: string[] = [];
  const environment = {
    ...environmentOf(sandbox, url, told),
    LOG_LEVEL: 'warn',
    ...(typeof options.environment === 'function' ? options.environment(sandbox) : options.environment),
  };
  const offset = () => sandbox.clock.now().getTime() - Date.now();
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const program = {
    path: join(root, relative(HERE, PROGRAM)),
    nodeOptions: [...startOptions(root), ...optionsWithout(options.without ?? [])],
  };
  const processes = ports.map((port) => createProcess(port, program, environment, offset, lines));
  await Promise.all(processes.map((one) => one.start()));
  front.setTargets(ports);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 });
  // The database may be stopped on purpose.
  pool.on('error', () => {});
  const visitor = (address = nextAddress()) => new Visitor(url, address);
  return {
    url,
    sandbox,
    pool,
    databaseUrl,
    front,
    processes,
    visitor,
    async staff(email = samplePeople[0]!.email) {
      const one = new Visitor(url);
      await one.signIn(email);
      return one;
    },
    pay: (page, number = '4242 4242 4242 4242') => submitCard(page, { number }),
    moveClock(to) {
      sandbox.clock.set(new Date(to));
      for (const { child } of processes) if (child.connected) child.send({ offset: offset() });
    },
    log: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((one) => one.kill('SIGTERM')));
      await front[Symbol.asyncDispose]();
      await sandbox.stop();
      await pool.end();
      await cluster.drop(databaseUrl);
    },
  };
}

const HERE = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./site-process.ts', import.meta.url));

/** Node's options, as in `npm start`. */
function startOptions(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<'start:run', string>;
  };
  return scripts['start:run'].split(' ').filter((word) => word.startsWith('--'));
}

function createProcess(
  port: number,
  { path, nodeOptions }: { readonly path: string; readonly nodeOptions: readonly string[] },
  environment: Readonly<Record<string, string>>,
  offset: () => number,
  lines: string[],
): SiteProcess {
  let child: ChildProcess | undefined;
  const start = async () => {
    const env = { ...ownEnvironment, ...environment, PORT: String(port), CLOCK_OFFSET: String(offset()) };
    child = fork(path, [], { env, execArgv: [...nodeOptions], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    child.stdout?.on('data', (piece) => lines.push(String(piece)));
    child.stderr?.on('data', (piece) => lines.push(String(piece)));
    const started = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    if (!started) throw new Error(`a process of the site did not start on port ${port}: ${lines.join('')}`);
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    port,
    get child() {
      return child!;
    },
    start,
    kill,
    async restart(signal) {
      await kill(signal);
      await start();
    },
  };
}
