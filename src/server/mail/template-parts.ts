/** A template as stored, or its three parts rendered. */
export interface TemplateParts {
  readonly subject: string;
  readonly htmlContent: string;
  readonly textContent: string;
}

export type TemplatePart = keyof TemplateParts;

/** What is wrong with a template, by part; empty if it can be sent. */
export type TemplateProblems = Partial<Record<TemplatePart, string>>;

/** Why a template can't be sent, in a sentence for its author. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem';
}
