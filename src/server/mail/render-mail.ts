import { Liquid, type LiquidOptions, type Template } from 'liquidjs';
import { HTML_BLOCKS, TEXT_BLOCKS } from './blocks.ts';
import { styleTags } from './mail-style.ts';
import type { CommonVariables } from './mail-variables.ts';
import { wrapInShell } from './shell.ts';

export interface MailTemplate {
  readonly subject: string;
  readonly htmlContent: string;
  readonly textContent: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Fills a template in. Values are escaped in HTML, and no filter can undo that. Throws LiquidJS's error, which
 * says line and cause, for a variable or filter that does not exist and for a template that takes too much.
 */
export function renderMail(template: MailTemplate, variables: CommonVariables): RenderedMail {
  const subject = oneLine(fill(textEngine, template.subject, variables)).slice(0, 200);
  const text = fill(textEngine, template.textContent, variables)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const body = fill(htmlEngine, template.htmlContent, variables);
  const html = wrapInShell(body, {
    title: subject,
    preheader: preheader(text),
    eventName: variables.event.name,
    dates: variables.event.dates,
    host: variables.event.host,
    siteUrl: variables.site.url,
    contactEmail: variables.contact.email,
    contactPhone: variables.contact.phone,
  });
  return { subject, html, text: `${text}\n` };
}

const BOUNDS: LiquidOptions = {
  strictFilters: true,
  strictVariables: true,
  ownPropertyOnly: true,
  parseLimit: 200_000,
  renderLimit: 1_000,
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
function fill(engine: Liquid, text: string, variables: CommonVariables): string {
  const known = parsed.get(engine)!;
  const template = known.get(text) ?? engine.parse(engine === htmlEngine ? styleTags(text) : text);
  if (!known.has(text) && known.size >= PARSED_KEPT) known.delete(known.keys().next().value!);
  known.set(text, template);
  return engine.renderSync(template, variables);
}

/** A line break in a subject would begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}

/** What comes after the greeting. */
function preheader(text: string): string {
  const [greeting = '', first = greeting] = text.split('\n\n');
  return oneLine(first).slice(0, 140);
}
