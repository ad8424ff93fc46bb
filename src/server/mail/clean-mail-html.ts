import sanitizeHtml from 'sanitize-html';
import { TEMPLATE_WORDS } from '#contract/words/templates.ts';

/** What mail clients show; nothing that could run, load or submit. */
export const MAIL_TAGS: ReadonlySet<string> = new Set(
  'a abbr b blockquote br code div em h1 h2 h3 h4 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
);

const ANYWHERE =
  'align aria-hidden aria-label bgcolor border cellpadding cellspacing class colspan dir height id lang role rowspan style title valign width';
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ANYWHERE.split(' '),
  a: ['href', 'name', 'rel', 'target'],
  img: ['src', 'alt'],
};

const SCHEMES = ['http', 'https', 'mailto', 'tel', 'cid'];
/** A preview has its images inline; a mail has them as attachments. */
const SAFE_ADDRESS = /^(https?:|mailto:|tel:|cid:|#|data:image\/png;base64,)/i;
/** Styles that fetch, run, or hide either behind escapes. */
const UNSAFE_STYLE = /url\s*\(|image-set|expression|@import|javascript:|behavior|-moz-binding|\\|\/\*/i;

export interface CleanedHtml {
  readonly html: string;
  /** The first thing that was removed, and its line in the finished mail; null if nothing was. */
  readonly problem: string | null;
}

/** Parses finished HTML like a browser and serializes it again, without comments and without anything not allowed. */
export function cleanMailHtml(given: string): CleanedHtml {
  let problem: string | null = null;
  const note = (tag: string, what: string) => {
    problem ??= TEMPLATE_WORDS.inFinishedMail(lineOf(given, tag), what);
  };
  const html = sanitizeHtml(given, {
    allowedTags: [...MAIL_TAGS],
    allowedAttributes: Object.fromEntries(
      Object.entries(ATTRIBUTES).map(([tag, names]) => [tag, [...names]]),
    ),
    allowedSchemes: SCHEMES,
    allowedSchemesByTag: { img: [...SCHEMES, 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    // Called for each tag before it is filtered: reports what will be removed, and checks addresses and styles.
    transformTags: {
      '*': (tagName, attribs) => {
        if (!MAIL_TAGS.has(tagName)) note(tagName, TEMPLATE_WORDS.tagNotAllowed(tagName));
        const kept = Object.entries(attribs).filter(([name, value]) => {
          const fault = attributeProblem(tagName, name, value);
          if (fault) note(tagName, fault);
          return fault === null;
        });
        return { tagName, attribs: Object.fromEntries(kept) };
      },
    },
  });
  return { html, problem };
}

/** What is wrong with a mail's attribute, as the end of a sentence; null if nothing is. */
export function attributeProblem(tag: string, name: string, value: string): string | null {
  const known = [...ATTRIBUTES['*']!, ...(ATTRIBUTES[tag] ?? [])];
  if (!known.includes(name)) return TEMPLATE_WORDS.attributeNotAllowed(name);
  if ((name === 'href' || name === 'src') && value.trim() && !SAFE_ADDRESS.test(value.trim())) {
    return TEMPLATE_WORDS.unsafeAddress(name);
  }
  if (name === 'style' && UNSAFE_STYLE.test(value)) return TEMPLATE_WORDS.unsafeStyle;
  return null;
}

function lineOf(html: string, tag: string): number {
  const at = html.toLowerCase().indexOf(`<${tag}`);
  return html.slice(0, Math.max(0, at)).split('\n').length;
}
