import type { Piscina } from 'piscina';

/**
 * A thread for tasks that would block purchases: it runs the default export of `file`, one task at a time. It starts
 * with the first task, and again after one that took too much time or memory. Doesn't keep an idle process alive.
 * Rejects with an AbortError if `signal` ends the task, with ERR_WORKER_OUT_OF_MEMORY beyond `memoryMb`.
 */
export function openThread<Task, Result>(file: URL, memoryMb?: number) {
  let pool: Promise<Piscina<Task, Result>> | null = null;
  const open = async () => {
    const { Piscina } = await import('piscina');
    const threads = new Piscina<Task, Result>({
      filename: file.href,
      minThreads: 1,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // Tasks need nothing from the site's environment, which holds its secrets.
      env: {},
    });
    // An idle thread's error would end the process without a listener; the next task opens another thread.
    threads.on('error', (error) => process.emitWarning(error));
    return threads;
  };
  return async (task: Task, signal?: AbortSignal): Promise<Result> => {
    pool ??= open().catch((error: unknown) => {
      // A failure isn't kept: the system may have been out of memory or threads.
      pool = null;
      throw error;
    });
    return (await pool).run(task, { signal });
  };
}
