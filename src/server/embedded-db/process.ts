import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode, unless } from './refusal.ts';

/**
 * When the process started (clock ticks since boot), because its id may be reused. Only Linux can tell without
 * running a program. `undefined`: no such process, or one that has ended and wasn't reaped.
 */
export async function birthOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return processExists(pid) ? 'alive' : undefined;
  const stat = await unless('ENOENT', unless('ESRCH', readFile(`/proc/${pid}/stat`, 'utf8')));
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return state === undefined || state === 'Z' || state === 'X' ? undefined : rest[18];
}

/** Empty if there is no such process; on Linux the words are separated by zero bytes. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await unless('ENOENT', unless('ESRCH', readFile(`/proc/${pid}/cmdline`, 'utf8')));
    return text ?? '';
  }
  if (process.platform === 'win32') return '';
  const listed = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return listed?.stdout ?? ''; // ps fails when there is no such process
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
