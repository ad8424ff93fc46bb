import type { CommonVariables } from './mail-variables.ts';
import { runTemplate } from './run-template.ts';
import { wrapInShell } from './shell.ts';
import type { TemplateParts } from './template-parts.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a template in its own thread. Rejects with TemplateProblem if that fails. */
export async function renderMail(template: TemplateParts, variables: CommonVariables): Promise<RenderedMail> {
  const filled = await runTemplate('fill', template, variables);
  const subject = cut(oneLine(filled.subject), 200);
  const text = filled.textContent.replaceAll(/\n{3,}/g, '\n\n').trim();
  const html = wrapInShell(filled.htmlContent, subject, preheader(text), variables);
  return { subject, html, text: `${text}\n` };
}

/** A line break in a subject would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}

/** What comes after the greeting. */
function preheader(text: string): string {
  const [greeting = '', first = greeting] = text.split('\n\n');
  return cut(oneLine(first), 140);
}

/** At most that many characters, ending with a whole word if there is one. */
function cut(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  return `${letters
    .slice(0, most - 1)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
}
