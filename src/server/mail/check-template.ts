import { attributeProblem, cleanMailHtml, MAIL_TAGS } from './clean-mail-html.ts';
import { fillHtml, fillTemplate } from './fill-template.ts';
import type { CommonVariables } from './mail-variables.ts';
import type { TemplatePart, TemplateParts, TemplateProblems } from './template-parts.ts';

/**
 * What is wrong with a template, in a sentence that names the line. It is filled in with `sample`, so that a variable that
 * does not exist is found now and not with a buyer's mail; and what comes out is read as well, because HTML can be put
 * together from pieces that are harmless by themselves.
 */
export function checkTemplate(content: TemplateParts, sample: CommonVariables): TemplateProblems {
  const problems: TemplateProblems = {};
  for (const part of ['subject', 'htmlContent', 'textContent'] as const) {
    const problem =
      liquidProblem(content, part, sample) ??
      (part === 'htmlContent'
        ? (htmlProblem(content[part]) ?? cleanMailHtml(fillHtml(content[part], sample)).problem)
        : null);
    if (problem) problems[part] = problem;
  }
  return problems;
}

const HARMLESS: TemplateParts = { subject: 'x', htmlContent: 'x', textContent: 'x' };

/** One part at a time, so that the problem is said where it is. */
function liquidProblem(content: TemplateParts, part: TemplatePart, sample: CommonVariables): string | null {
  try {
    fillTemplate({ ...HARMLESS, [part]: content[part] }, sample);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [, cause, line] = /^(.*?)(?:, file:.*?)?, line:(\d+)/s.exec(error.message) ?? [];
    return line ? `Line ${line}: ${cause}` : error.message;
  }
}

const VOID = new Set(['br', 'hr', 'img']);

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
    if (!MAIL_TAGS.has(name)) return `Line ${line}: the tag <${name}> cannot be used in a mail.`;
    const attribute = faultIn(name, attributes);
    if (attribute) return `Line ${line}: ${attribute}`;
    if (VOID.has(name)) continue;
    if (!slash) open.push({ name, line });
    else if (open.at(-1)?.name === name) open.pop();
    else return `Line ${line}: </${name}> closes nothing that is open here.`;
  }
  const left = open.at(-1);
  return left ? `Line ${left.line}: <${left.name}> is never closed.` : null;
}

function faultIn(tag: string, attributes: string): string | null {
  const judged = attributes.replaceAll(/\{\{.*?\}\}/gs, '{{}}');
  for (const [, name, , double, single, bare] of judged.matchAll(
    /([^\s=/]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/g,
  )) {
    const value = double ?? single ?? bare ?? '';
    // What stands in Liquid's braces is judged when it is filled in.
    const fault = /\{\{/.test(`${name}${value}`) ? null : attributeProblem(tag, name!.toLowerCase(), value);
    if (fault) return fault;
  }
  return null;
}

/** Takes a piece out and keeps the count of lines. */
function keepLines(piece: string): string {
  return piece.replaceAll(/[^\n]/g, '');
}
