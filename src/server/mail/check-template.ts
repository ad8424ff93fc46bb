import type { TemplateContent } from '#contract/email-templates.ts';
import type { CommonVariables } from './mail-variables.ts';
import { renderMail } from './render-mail.ts';

type Field = keyof TemplateContent;

/**
 * What is wrong with a template, by field, in a sentence that names the line; empty when it can be sent. It is
 * filled in with `sample`, so that a variable that does not exist is found now and not with a buyer's mail.
 */
export function checkTemplate(
  content: TemplateContent,
  sample: CommonVariables,
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  for (const field of ['subject', 'htmlContent', 'textContent'] as const) {
    const problem =
      liquidProblem(content, field, sample) ?? (field === 'htmlContent' ? htmlProblem(content[field]) : null);
    if (problem) problems[field] = problem;
  }
  return problems;
}

const HARMLESS: TemplateContent = { subject: 'x', htmlContent: 'x', textContent: 'x' };

/** One field at a time, so that the problem is said where it is. */
function liquidProblem(content: TemplateContent, field: Field, sample: CommonVariables): string | null {
  try {
    renderMail({ ...HARMLESS, [field]: content[field] }, sample);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [, cause, line] = /^(.*?)(?:, file:.*?)?, line:(\d+)/s.exec(error.message) ?? [];
    return line ? `Line ${line}: ${cause}` : error.message;
  }
}

const TAGS = new Set(
  'a abbr b blockquote br code div em h1 h2 h3 h4 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'img']);
const SAFE_ADDRESS = /^(https?:|mailto:|tel:|cid:|#|\{\{)/i;

/** Tags that mail programs show, each closed, none that could run; what is in Liquid's braces is not HTML. */
function htmlProblem(html: string): string | null {
  const open: { name: string; line: number }[] = [];
  const bare = html.replaceAll(/\{%.*?%\}/gs, keepLines);
  for (const match of bare.matchAll(
    /<(?:!--.*?-->|(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)(>?))|<(?=\S)/gis,
  )) {
    const [whole, slash, tag, attributes = '', end] = match;
    const line = bare.slice(0, match.index).split('\n').length;
    if (whole.startsWith('<!--')) continue;
    if (!tag || !end)
      return `Line ${line}: a tag is not closed with “>”, or write &lt; for the character itself.`;
    const name = tag.toLowerCase();
    if (!TAGS.has(name)) return `Line ${line}: the tag <${name}> cannot be used in a mail.`;
    const attribute = attributeProblem(attributes);
    if (attribute) return `Line ${line}: ${attribute}`;
    if (VOID.has(name)) continue;
    if (!slash) open.push({ name, line });
    else if (open.at(-1)?.name === name) open.pop();
    else return `Line ${line}: </${name}> closes nothing that is open here.`;
  }
  const left = open.at(-1);
  return left ? `Line ${left.line}: <${left.name}> is never closed.` : null;
}

function attributeProblem(attributes: string): string | null {
  for (const [, name, , double, single, bare] of attributes.matchAll(
    /([^\s=/]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/g,
  )) {
    if (/^on/i.test(name!)) return `the attribute ${name} cannot be used in a mail.`;
    const value = (double ?? single ?? bare ?? '').trim();
    if (/^(href|src|action|background)$/i.test(name!) && value && !SAFE_ADDRESS.test(value)) {
      return `the address in ${name} must begin with https:, mailto:, tel: or cid:.`;
    }
  }
  return null;
}

/** Takes a piece out and keeps the count of lines. */
function keepLines(piece: string): string {
  return piece.replaceAll(/[^\n]/g, '');
}
