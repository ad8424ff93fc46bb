import sanitizeHtml from 'sanitize-html';

/** What mail programs show, and nothing that could run, load or send. */
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
/** A preview has its pictures in itself; a mail has them beside it. */
const SAFE_ADDRESS = /^(https?:|mailto:|tel:|cid:|#|data:image\/png;base64,)/i;
/** Styles that fetch, run, or hide what they do behind escapes. */
const UNSAFE_STYLE = /url\s*\(|image-set|expression|@import|javascript:|behavior|-moz-binding|\\|\/\*/i;

export interface CleanedHtml {
  readonly html: string;
  /** The first thing that had to be left out, and in which line of the finished mail it stood; null when nothing was. */
  readonly problem: string | null;
}

/** Reads finished HTML as a browser does and writes it anew, without comments and without what is not allowed. */
export function cleanMailHtml(given: string): CleanedHtml {
  let problem: string | null = null;
  const note = (tag: string, what: string) => {
    problem ??= `Line ${lineOf(given, tag)} of the finished mail: ${what}`;
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
    // Called for each tag before it is judged: here it is told what will be missing, and addresses and styles are judged.
    transformTags: {
      '*': (tagName, attribs) => {
        if (!MAIL_TAGS.has(tagName)) note(tagName, `the tag <${tagName}> cannot be used in a mail.`);
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

/** What is wrong with an attribute that a mail should have, in the words of a sentence's end; null when nothing is. */
export function attributeProblem(tag: string, name: string, value: string): string | null {
  const known = [...ATTRIBUTES['*']!, ...(ATTRIBUTES[tag] ?? [])];
  if (!known.includes(name)) return `the attribute ${name} cannot be used in a mail.`;
  if ((name === 'href' || name === 'src') && value.trim() && !SAFE_ADDRESS.test(value.trim())) {
    return `the address in ${name} must begin with https:, mailto:, tel: or cid:.`;
  }
  if (name === 'style' && UNSAFE_STYLE.test(value)) return 'a style cannot fetch or run anything in a mail.';
  return null;
}

function lineOf(html: string, tag: string): number {
  const at = html.toLowerCase().indexOf(`<${tag}`);
  return html.slice(0, Math.max(0, at)).split('\n').length;
}
