import { parentPort } from 'node:worker_threads';
import { TEMPLATE_WORDS } from '#contract/words/templates.ts';
import { checkTemplate } from './check-template.ts';
import { fillTemplate } from './fill-template.ts';
import type { TemplateResponse, TemplateTask } from './run-template.ts';
import { TemplateProblem } from './template-parts.ts';

// Renders and checks templates in a separate thread, so that an endless one can't block purchases.

const port = parentPort!;
port.on('message', (task: TemplateTask) => port.postMessage(answer(task)));
port.postMessage('ready');

function answer({ verb, template, variables }: TemplateTask): TemplateResponse {
  try {
    const work = { fill: fillTemplate, check: checkTemplate }[verb];
    return { done: work(template, variables) };
  } catch (error) {
    const isForWriter = error instanceof TemplateProblem;
    return { problem: isForWriter ? error.message : TEMPLATE_WORDS.cannotBeFilled };
  }
}
