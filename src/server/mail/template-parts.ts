/** A template as it is stored, or its three parts filled in. */
export interface TemplateParts {
  readonly subject: string;
  readonly htmlContent: string;
  readonly textContent: string;
}

export type TemplatePart = keyof TemplateParts;

/** What is wrong with a template, by part; empty when it can be sent. */
export type TemplateProblems = Partial<Record<TemplatePart, string>>;

/** Why a template cannot be sent, in a sentence for those who write it. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem';
}
