import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Short alternating rounds, because other load on the machine changes from one ten seconds to the next. */
const ROUNDS = 7;
const SECONDS = 2;

/**
 * Requests per second for the landing page, against a bare `node:http` server that sends the same bytes from memory.
 * Both run in their own process, in alternating rounds from the same generator; the round with the median ratio counts.
 */
export async function measureThroughput(siteUrl: string): Promise<string> {
  const bytes = Buffer.from(
    await (await fetch(`${siteUrl}/`, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer(),
  );
  const bare = spawn(process.execPath, [fileURLToPath(new URL('./bare-server.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  bare.stdin.end(bytes);
  try {
    const port = await new Promise<string>((resolve) =>
      bare.stdout.once('data', (data) => resolve(String(data).trim())),
    );
    const rounds: { site: number; limit: number; ratio: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const limit = await requestsPerSecond(`http://127.0.0.1:${port}/`);
      const site = await requestsPerSecond(`${siteUrl}/`);
      rounds.push({ site, limit, ratio: site / limit });
    }
    const ordered = rounds.toSorted((a, b) => a.ratio - b.ratio);
    const [low, median, high] = [ordered[0]!, ordered[Math.floor(ROUNDS / 2)]!, ordered.at(-1)!];
    const figures = `${median.site.toFixed(0)} a second, bare node:http with the same bytes ${median.limit.toFixed(0)}`;
    return `landing page ${figures}: ${median.ratio.toFixed(2)} (goal ≥ 0.40; ${low.ratio.toFixed(2)} to ${high.ratio.toFixed(2)} in ${ROUNDS} rounds)`;
  } catch (error) {
    return `throughput was not measured: ${(error as Error).message}`;
  } finally {
    bare.kill();
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const args = ['-t1', '-c32', `-d${SECONDS}s`, '-H', 'accept-encoding: gzip', url];
  const { stdout } = await promisify(execFile)('wrk', args).catch(() => {
    throw new Error('the load generator wrk is not installed (package wrk)');
  });
  const match = /Requests\/sec:\s+([\d.]+)/.exec(stdout);
  if (!match) throw new Error(`unexpected output of wrk: ${stdout}`);
  return Number(match[1]);
}
