import { Worker } from 'node:worker_threads';
import { TEMPLATE_WORDS } from '#contract/words/templates.ts';
import type { CommonVariables } from './mail-variables.ts';
import { type TemplateParts, TemplateProblem, type TemplateProblems } from './template-parts.ts';

/** Counted from the start of a template; a real one takes a few milliseconds. */
const LIMIT_MS = 5_000;
const MEMORY_MB = 128;

interface Results {
  fill: TemplateParts;
  check: TemplateProblems;
}

export interface TemplateTask {
  readonly verb: keyof Results;
  readonly template: TemplateParts;
  readonly variables: CommonVariables;
}

export type TemplateResponse = { readonly done: Results[keyof Results] } | { readonly problem: string };

/** The running thread, and its last task; tasks run in sequence. */
let thread: Promise<Worker> | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Renders or checks a template in the process's template thread. Rejects with TemplateProblem if that fails. A template
 * that takes too long or too much memory ends the thread, and the next one gets a new thread.
 */
export function runTemplate<Verb extends keyof Results>(
  verb: Verb,
  template: TemplateParts,
  variables: CommonVariables,
  limitMs = LIMIT_MS,
): Promise<Results[Verb]> {
  const { subject, htmlContent, textContent } = template;
  const task: TemplateTask = { verb, template: { subject, htmlContent, textContent }, variables };
  const turn = last.then(() => runAlone(task, limitMs));
  last = turn.catch(() => undefined);
  return turn as Promise<Results[Verb]>;
}

async function runAlone(task: TemplateTask, limitMs: number): Promise<Results[keyof Results]> {
  thread ??= openThread();
  const worker = await thread;
  worker.ref();
  try {
    return await ask(worker, task, limitMs);
  } finally {
    // Doesn't keep an otherwise idle process alive.
    worker.unref();
  }
}

function openThread(): Promise<Worker> {
  const worker = new Worker(new URL('./template-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Templates need nothing from the site's environment, which holds its secrets.
    env: {},
  });
  const opened = new Promise<Worker>((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    // Stays for the thread's lifetime: without a listener, its error would end the process.
    worker.on('error', reject);
  });
  worker.once('exit', () => {
    if (thread === opened) thread = null;
  });
  return opened;
}

function ask(worker: Worker, task: TemplateTask, limitMs: number): Promise<Results[keyof Results]> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(overdue);
      worker.off('message', onResponse);
      worker.off('error', onError);
      settle();
    };
    const onResponse = (response: TemplateResponse) =>
      finish(() =>
        'done' in response ? resolve(response.done) : reject(new TemplateProblem(response.problem)),
      );
    const onError = () => {
      thread = null;
      finish(() => reject(new TemplateProblem(TEMPLATE_WORDS.takesTooMuchMemory)));
    };
    const overdue = setTimeout(() => {
      thread = null;
      void worker.terminate();
      finish(() => reject(new TemplateProblem(TEMPLATE_WORDS.takesTooLong)));
    }, limitMs);
    worker.on('message', onResponse);
    worker.on('error', onError);
    worker.postMessage(task);
  });
}
