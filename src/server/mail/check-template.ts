import { TEMPLATE_WORDS } from '#contract/words/templates.ts';
import { attributeProblem, cleanMailHtml, MAIL_TAGS } from './clean-mail-html.ts';
import { fillHtml, fillTemplate } from './fill-template.ts';
import type { CommonVariables } from './mail-variables.ts';
import type { TemplatePart, TemplateParts, TemplateProblems } from './template-parts.ts';

/**
 * What is wrong with a template, in a sentence that names the line. It is rendered with `sample`, so that an unknown
 * variable shows up now and not in a buyer's mail. The output is checked as well, because harmless pieces can combine
 * into harmful HTML.
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

/** One part at a time, so that the problem is reported at its field. */
function liquidProblem(content: TemplateParts, part: TemplatePart, sample: CommonVariables): string | null {
  try {
    fillTemplate({ ...HARMLESS, [part]: content[part] }, sample);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [, cause, line] = /^(.*?)(?:, file:.*?)?, line:(\d+)/s.exec(error.message) ?? [];
    return line ? TEMPLATE_WORDS.inLine(Number(line), cause!) : error.message;
  }
}

const VOID = new Set(['br', 'hr', 'img']);

/** Only tags that mail clients show, each closed, none executable; Liquid's braces are not HTML. */
function htmlProblem(html: string): string | null {
  const open: { name: string; line: number }[] = [];
  const bare = html.replaceAll(/\{%.*?%\}/gs, keepLines);
  for (const match of bare.matchAll(
    /<(?:!--.*?-->|(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)(>?))|<(?=\S)/gis,
  )) {
    const [whole, slash, tag, attributes = '', end] = match;
    const line = bare.slice(0, match.index).split('\n').length;
    if (whole.startsWith('<!--')) continue;
    if (!tag || !end) return TEMPLATE_WORDS.inLine(line, TEMPLATE_WORDS.unclosedTag);
    const name = tag.toLowerCase();
    if (!MAIL_TAGS.has(name)) return TEMPLATE_WORDS.inLine(line, TEMPLATE_WORDS.tagNotAllowed(name));
    const attribute = faultIn(name, attributes);
    if (attribute) return TEMPLATE_WORDS.inLine(line, attribute);
    if (VOID.has(name)) continue;
    if (!slash) open.push({ name, line });
    else if (open.at(-1)?.name === name) open.pop();
    else return TEMPLATE_WORDS.inLine(line, TEMPLATE_WORDS.closesNothing(name));
  }
  const left = open.at(-1);
  return left ? TEMPLATE_WORDS.inLine(left.line, TEMPLATE_WORDS.neverClosed(left.name)) : null;
}

function faultIn(tag: string, attributes: string): string | null {
  const judged = attributes.replaceAll(/\{\{.*?\}\}/gs, '{{}}');
  for (const [, name, , double, single, bare] of judged.matchAll(
    /([^\s=/]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/g,
  )) {
    const value = double ?? single ?? bare ?? '';
    // What is in Liquid's braces is checked after rendering.
    const fault = /\{\{/.test(`${name}${value}`) ? null : attributeProblem(tag, name!.toLowerCase(), value);
    if (fault) return fault;
  }
  return null;
}

/** Removes a piece and keeps the line count. */
function keepLines(piece: string): string {
  return piece.replaceAll(/[^\n]/g, '');
}
