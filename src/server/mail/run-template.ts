import { Piscina } from 'piscina';
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

const pool = new Piscina<TemplateTask, TemplateResponse>({
  filename: new URL('./template-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: Number.POSITIVE_INFINITY,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  // Templates need nothing from the site's environment, which holds its secrets.
  env: {},
});
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
  const response = await pool
    .run(task, { signal: AbortSignal.timeout(limitMs) })
    .catch(({ name }: Error): TemplateResponse => {
      return {
        problem: name === 'AbortError' ? TEMPLATE_WORDS.takesTooLong : TEMPLATE_WORDS.takesTooMuchMemory,
      };
    });
  if ('problem' in response) throw new TemplateProblem(response.problem);
  return response.done;
}
