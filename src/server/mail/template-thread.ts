import { TEMPLATE_WORDS } from '#contract/words/templates.ts';
import { checkTemplate, fillForMail } from './check-template.ts';
import type { TemplateResponse, TemplateTask } from './run-template.ts';
import { TemplateProblem } from './template-parts.ts';

/** Renders or checks a template; in a separate thread, so that an endless one can't block purchases. */
export default function answer({ verb, template, variables }: TemplateTask): TemplateResponse {
  try {
    const work = { fill: fillForMail, check: checkTemplate }[verb];
    return { done: work(template, variables) };
  } catch (error) {
    const isForWriter = error instanceof TemplateProblem;
    return { problem: isForWriter ? error.message : TEMPLATE_WORDS.cannotBeFilled };
  }
}
