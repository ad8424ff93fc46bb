import { Liquid, type LiquidOptions, type Template } from 'liquidjs';
import { HTML_BLOCKS, TEXT_BLOCKS } from './blocks.ts';
import { cleanMailHtml } from './clean-mail-html.ts';
import { styleTags } from './mail-style.ts';
import type { CommonVariables } from './mail-variables.ts';
import { type TemplatePart, type TemplateParts, TemplateProblem } from './template-parts.ts';

/** Mail programs cut off longer mails, and a loop can make millions of letters of a few. */
const MOST_BYTES = 200_000;

/**
 * Fills the parts of a template in. Values are escaped in HTML, and no filter can undo that; what comes out is cleaned by
 * an allow-list all the same, and is what is sent. Throws LiquidJS's error, which says line and cause, for a variable or
 * filter that does not exist and for a template that takes too much, and TemplateProblem for one that makes too much.
 */
export function fillTemplate(template: TemplateParts, variables: CommonVariables): TemplateParts {
  const fillText = (part: TemplatePart) => fill(textEngine, template[part], variables);
  return {
    subject: fillText('subject'),
    htmlContent: cleanMailHtml(fillHtml(template.htmlContent, variables)).html,
    textContent: fillText('textContent'),
  };
}

/** Fills in HTML without cleaning it. */
export function fillHtml(html: string, variables: CommonVariables): string {
  return fill(htmlEngine, html, variables);
}

const BOUNDS: LiquidOptions = {
  strictFilters: true,
  strictVariables: true,
  ownPropertyOnly: true,
  parseLimit: 200_000,
  // Milliseconds: two parts stay below the limit of the thread, and a busy machine has time enough.
  renderLimit: 2_000,
  memoryLimit: 10_000_000,
};

// With `templates` given, includes are looked up there and never on disk.
const textEngine = new Liquid({ ...BOUNDS, templates: { ...TEXT_BLOCKS } });
const htmlEngine = new Liquid({ ...BOUNDS, templates: { ...HTML_BLOCKS }, outputEscape: 'escape' });
htmlEngine.registerFilter('raw', (value: unknown) => value);

const PARSED_KEPT = 50;
const parsed = new Map<Liquid, Map<string, Template[]>>([
  [textEngine, new Map()],
  [htmlEngine, new Map()],
]);

/** Parses each text once, as long as it is among the last that were new. */
function fill(engine: Liquid, text: string, variables: object): string {
  const known = parsed.get(engine)!;
  const template = known.get(text) ?? engine.parse(engine === htmlEngine ? styleTags(text) : text);
  if (!known.has(text) && known.size >= PARSED_KEPT) known.delete(known.keys().next().value!);
  known.set(text, template);
  const filled: string = engine.renderSync(template, variables);
  const bytes = Buffer.byteLength(filled);
  if (bytes <= MOST_BYTES) return filled;
  throw new TemplateProblem(
    `The finished mail would have ${Math.ceil(bytes / 1_000)} kB; at most ${MOST_BYTES / 1_000} kB can be sent.`,
  );
}
