import { TEMPLATE_WORDS } from '#contract/words/templates.ts';
import { openThread } from '../open-thread.ts';
import type { CommonVariables } from './mail-variables.ts';
import { type TemplateParts, TemplateProblem, type TemplateProblems } from './template-parts.ts';

/** Includes the thread's start, and two renderings of each part, two seconds each; a real one takes milliseconds. */
const LIMIT_MS = 15_000;
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

const runInThread = openThread<TemplateTask, TemplateResponse>(
  new URL('./template-thread.ts', import.meta.url),
  MEMORY_MB,
);
/** Tasks run in sequence, each with the whole time to itself. */
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
  const response = await runInThread(task, AbortSignal.timeout(limitMs)).catch(explain);
  if ('problem' in response) throw new TemplateProblem(response.problem);
  return response.done;
}

function explain(error: Error & { readonly code?: string }): TemplateResponse {
  if (error.name === 'AbortError') return { problem: TEMPLATE_WORDS.takesTooLong };
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: TEMPLATE_WORDS.takesTooMuchMemory };
  throw error;
}
