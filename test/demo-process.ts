import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort, ownEnvironment } from './outside.ts';

const pathOf = (file: string) => fileURLToPath(new URL(`../sandbox/${file}`, import.meta.url));
const DEMO = [pathOf('demo.ts')];
/** What `npm run dev` starts. */
export const DEV = ['--watch', pathOf('dev.ts')];
const LIMIT_MS = 60_000;

export interface DemoPlace {
  readonly siteUrl: string;
  readonly sandboxUrl: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface RunningDemo {
  /** Kills the demo. */
  kill(): Promise<void>;
  /** Resolves with the exit code. */
  terminate(): Promise<number | null>;
}

/** Settings with free ports for a demo on that database; its outside world stores its data in `dataDir`. */
export async function findPlace(dataDir: string, databaseUrl: string): Promise<DemoPlace> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  return {
    siteUrl: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    environment: {
      ...ownEnvironment,
      HOME: process.env.HOME,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    },
  };
}

/** Starts the demo like a person would. `demoNow` sets its clock. */
export function launchDemo(place: DemoPlace, demoNow: string, program = DEMO) {
  return spawn(process.execPath, program, {
    env: { ...place.environment, DEMO_NOW: demoNow },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same; resolves once it reports that it is ready. */
export async function startDemo(place: DemoPlace, demoNow: string, program = DEMO): Promise<RunningDemo> {
  const child = launchDemo(place, demoNow, program);
  await readiness(child);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  return {
    kill: async () => {
      await end('SIGKILL');
    },
    terminate: () => end('SIGTERM'),
  };
}

function readiness(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill();
      reject(new Error(`the demo was not ready in ${LIMIT_MS} ms: ${said}`));
    }, LIMIT_MS);
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('The demo is ready')) return;
      clearTimeout(limit);
      resolve();
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`the demo exited with ${code}: ${said}`));
    });
  });
}
