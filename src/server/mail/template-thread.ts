import { parentPort } from 'node:worker_threads';
import { TEMPLATE_WORDS } from '#contract/words/templates.ts';
import { checkTemplate } from './check-template.ts';
import { fillTemplate } from './fill-template.ts';
import type { TemplateAnswer, TemplateTask } from './run-template.ts';
import { TemplateProblem } from './template-parts.ts';

// The thread in which templates are rendered and checked, so that an endless one blocks nobody's purchase.

const port = parentPort!;
port.on('message', (task: TemplateTask) => port.postMessage(answer(task)));
port.postMessage('ready');

function answer({ verb, template, variables }: TemplateTask): TemplateAnswer {
  try {
    const work = { fill: fillTemplate, check: checkTemplate }[verb];
    return { done: work(template, variables) };
  } catch (error) {
    const isForWriter = error instanceof TemplateProblem;
    return { problem: isForWriter ? error.message : TEMPLATE_WORDS.cannotBeFilled };
  }
}
