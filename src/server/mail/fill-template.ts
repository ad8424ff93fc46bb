import {
  IncludeTag,
  Liquid,
  type LiquidOptions,
  RenderError,
  type StaticAnalysis,
  type Template,
} from 'liquidjs';
import { TEMPLATE_WORDS } from '#contract/words/templates.ts';
import { HTML_BLOCKS, TEXT_BLOCKS } from './blocks.ts';
import { cleanMailHtml } from './clean-mail-html.ts';
import { styleTags } from './mail-style.ts';
import type { CommonVariables } from './mail-variables.ts';
import { type TemplatePart, type TemplateParts, TemplateProblem } from './template-parts.ts';

/** Mail clients cut off longer mails, and a short loop can produce millions of characters. */
const MOST_BYTES = 200_000;

/**
 * Renders a template's parts. Values are escaped in HTML, which no filter can undo; the output is sanitized against
 * an allow-list all the same before it is sent. Throws LiquidJS's error, with line and cause, for an unknown variable
 * or filter and for a template that takes too much, some without a line, and TemplateProblem for one that produces too
 * much.
 */
export function fillTemplate(template: TemplateParts, variables: CommonVariables): TemplateParts {
  const fillText = (part: TemplatePart) => fill(textEngine, template[part], variables);
  return {
    subject: fillText('subject'),
    htmlContent: cleanMailHtml(fillHtml(template.htmlContent, variables)).html,
    textContent: fillText('textContent'),
  };
}

/** Renders HTML without sanitizing it. */
export function fillHtml(html: string, variables: CommonVariables): string {
  return fill(htmlEngine, html, variables);
}

/** What a part refers to, in all branches and included blocks. Throws the same errors as `fillTemplate`. */
export function analyzePart(content: TemplateParts, part: TemplatePart): StaticAnalysis {
  const engine = part === 'htmlContent' ? htmlEngine : textEngine;
  return engine.analyzeSync(parse(engine, content[part]));
}

const BOUNDS: LiquidOptions = {
  strictFilters: true,
  strictVariables: true,
  ownPropertyOnly: true,
  parseLimit: 200_000,
  // Milliseconds. Two renderings of all three parts stay below the thread's limit, with a margin for a busy machine.
  renderLimit: 2_000,
  memoryLimit: 10_000_000,
};

// With `templates` set, includes are looked up there and never on disk.
const textEngine = new Liquid({ ...BOUNDS, templates: { ...TEXT_BLOCKS } });
const htmlEngine = new Liquid({ ...BOUNDS, templates: { ...HTML_BLOCKS }, outputEscape: 'escape' });
htmlEngine.registerFilter('raw', (value: unknown) => value);

/** The analysis, too, must say which tag includes a block that doesn't exist. */
class Include extends IncludeTag {
  override *children(partials: boolean, sync: boolean) {
    try {
      return yield* super.children(partials, sync);
    } catch (error) {
      throw new RenderError(error as Error, this);
    }
  }
}
textEngine.registerTag('include', Include);
htmlEngine.registerTag('include', Include);

const PARSED_KEPT = 50;
const parsed = new Map<Liquid, Map<string, Template[]>>([
  [textEngine, new Map()],
  [htmlEngine, new Map()],
]);

/** Parses each text once, as long as it is in the cache of recent ones. */
function parse(engine: Liquid, text: string): Template[] {
  const known = parsed.get(engine)!;
  const template = known.get(text) ?? engine.parse(engine === htmlEngine ? styleTags(text) : text);
  if (!known.has(text) && known.size >= PARSED_KEPT) known.delete(known.keys().next().value!);
  known.set(text, template);
  return template;
}

function fill(engine: Liquid, text: string, variables: object): string {
  const filled: string = engine.renderSync(parse(engine, text), variables);
  const bytes = Buffer.byteLength(filled);
  if (bytes <= MOST_BYTES) return filled;
  throw new TemplateProblem(TEMPLATE_WORDS.mailTooLarge(Math.ceil(bytes / 1_000), MOST_BYTES / 1_000));
}
