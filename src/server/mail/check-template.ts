import { AssertionError, LiquidError, type VariableSegments } from 'liquidjs';
import { inTemplatePart, TEMPLATE_WORDS } from '#contract/words/templates.ts';
import { HTML_BLOCKS, TEXT_BLOCKS } from './blocks.ts';
import { attributeProblem, cleanMailHtml, MAIL_TAGS } from './clean-mail-html.ts';
import { analyzePart, fillHtml, fillTemplate } from './fill-template.ts';
import type { CommonVariables } from './mail-variables.ts';
import {
  type TemplatePart,
  type TemplateParts,
  TemplateProblem,
  type TemplateProblems,
} from './template-parts.ts';

/**
 * What is wrong with a template, in a sentence that names the line. It is rendered with `sample`, and the variables of
 * the branches that the sample doesn't take are looked up there, so that an unknown one shows up now and not in a buyer's
 * mail. The output is checked as well, because harmless pieces can combine into harmful HTML.
 */
export function checkTemplate(content: TemplateParts, sample: CommonVariables): TemplateProblems {
  const problems: TemplateProblems = {};
  for (const part of PARTS) {
    const problem =
      liquidProblem(content, part, sample) ??
      branchProblem(content, part, sample) ??
      (part === 'htmlContent'
        ? (htmlProblem(content[part]) ?? cleanMailHtml(fillHtml(content[part], sample)).problem)
        : null);
    if (problem) problems[part] = problem;
  }
  return problems;
}

/** Renders a template for a mail. What only this mail shows to be wrong is told as in the editor, with its part. */
export function fillForMail(content: TemplateParts, variables: CommonVariables): TemplateParts {
  try {
    return fillTemplate(content, variables);
  } catch (error) {
    for (const part of error instanceof TemplateProblem ? [] : PARTS) {
      const problem = liquidProblem(content, part, variables);
      if (problem) throw new TemplateProblem(inTemplatePart(part, problem));
    }
    throw error;
  }
}

const PARTS = ['subject', 'htmlContent', 'textContent'] as const;
const HARMLESS: TemplateParts = { subject: 'x', htmlContent: 'x', textContent: 'x' };

/** One part at a time, so that the problem is reported at its field. */
function liquidProblem(content: TemplateParts, part: TemplatePart, sample: CommonVariables): string | null {
  return problemOf(part, () => {
    fillTemplate({ ...HARMLESS, [part]: content[part] }, sample);
    return null;
  });
}

/**
 * A variable or block that doesn't exist, in any branch. The properties of a template's own variables, such as a loop's,
 * are known only when it is rendered.
 */
function branchProblem(content: TemplateParts, part: TemplatePart, sample: CommonVariables): string | null {
  return problemOf(part, () => {
    const { globals, locals } = analyzePart(content, part);
    for (const { segments, location } of Object.values(globals).flat()) {
      const missing = missingIn(sample, segments);
      // A loop may read what an earlier iteration assigned.
      if (!missing || Object.hasOwn(locals, missing)) continue;
      const fault = TEMPLATE_WORDS.noSuchVariable(missing);
      const { file, row } = location;
      return file ? TEMPLATE_WORDS.inBlock(file, fault) : TEMPLATE_WORDS.inLine(row, fault);
    }
    return null;
  });
}

/**
 * A variable's path up to the first name that the sample lacks; null if it lacks none. A list may be longer in a mail
 * than in the sample, so every element is treated like the first.
 */
function missingIn(sample: CommonVariables, segments: VariableSegments): string | null {
  let value: unknown = sample;
  for (const [at, segment] of segments.entries()) {
    if (typeof segment === 'object') return null;
    if (Array.isArray(value) && /^(first|last|-?\d+)$/.test(String(segment))) {
      if (value.length === 0) return null;
      value = value[0];
    } else if (segment === 'size' && /object|string/.test(typeof value)) value = 0;
    else if (Object.hasOwn(Object(value), segment)) value = (value as Record<string, unknown>)[segment];
    else return segments.slice(0, at + 1).join('.');
  }
  return null;
}

function problemOf(part: TemplatePart, find: () => string | null): string | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof TemplateProblem) return error.message;
    // LiquidJS throws two of its limits without the place at which they were reached.
    if (error instanceof AssertionError) return TEMPLATE_WORDS.exceedsLimits;
    if (!(error instanceof LiquidError)) throw error;
    const [, cause = error.message] = /^(.*?)(?:, file:.*?)?, line:\d+/s.exec(error.message) ?? [];
    const { input, begin } = error.token;
    const fault = liquidFault(cause, tagAt(input, begin));
    const blocks = Object.entries(part === 'htmlContent' ? HTML_BLOCKS : TEXT_BLOCKS);
    const [block] = blocks.find(([, text]) => text === input) ?? [];
    return block
      ? TEMPLATE_WORDS.inBlock(block, fault)
      : TEMPLATE_WORDS.inLine(input.slice(0, begin).split('\n').length, fault);
  }
}

/** LiquidJS's messages are for developers. Those about common mistakes are said in our words. */
function liquidFault(cause: string, tag: string | null): string {
  for (const [pattern, sentence] of LIQUID_FAULTS) {
    const [, piece] = pattern.exec(cause) ?? [];
    if (piece !== undefined) return sentence(piece);
  }
  if (/^illegal tag:|is not a function/.test(cause)) return TEMPLATE_WORDS.cannotBeRead(tag ?? cause);
  return TEMPLATE_WORDS.cannotBeReadBecause(tag ?? cause, cause);
}

const LIQUID_FAULTS: readonly (readonly [RegExp, (piece: string) => string])[] = [
  [/^undefined variable: (.+)/s, TEMPLATE_WORDS.noSuchVariable],
  [/^undefined filter: (.+)/s, TEMPLATE_WORDS.noSuchFilter],
  [/^tag "(.+)" not found/s, TEMPLATE_WORDS.noSuchTag],
  [/^ENOENT: Failed to lookup "(.+?)"/s, TEMPLATE_WORDS.noSuchBlock],
  [/^tag (\{.+) not closed/s, TEMPLATE_WORDS.liquidNeverClosed],
  [
    /^(?:tag|output|raw) (".+") not closed/s,
    (quoted) => TEMPLATE_WORDS.liquidNeverClosed(JSON.parse(quoted)),
  ],
  [/( limit exceeded)/, () => TEMPLATE_WORDS.takesTooMuch],
];

/** The tag or output around a position. */
function tagAt(input: string, position: number): string | null {
  for (const { 0: tag, index } of input.matchAll(/\{[{%].*?[%}]\}/gs)) {
    if (index <= position && position < index + tag.length) return tag;
  }
  return null;
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
