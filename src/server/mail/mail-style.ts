/** The colors and fonts of mails. Mail clients support neither style sheets nor our fonts reliably. */
export const COLORS = {
  ink: '#10243E',
  quiet: '#3D4F66',
  harbor: '#0B5D66',
  sea: '#2A8A8F',
  mist: '#F1F7F6',
  white: '#FFFFFF',
  beacon: '#FFC84A',
  dawn: '#FF8E72',
  line: '#C9D8D8',
} as const;

export const TEXT_FONT = "'Atkinson Hyperlegible Next','Segoe UI',-apple-system,Helvetica,Arial,sans-serif";
export const DISPLAY_FONT = `'Bricolage Grotesque',${TEXT_FONT}`;
export const CODE_FONT = "'Atkinson Hyperlegible Mono',Consolas,Menlo,monospace";

/** A long word, such as a name, an address or a code, breaks instead of widening the mail. */
export const WRAPS = 'overflow-wrap:anywhere;word-break:break-word';

/** The style of a template's plain tags, inlined because some mail clients drop style sheets. */
const TAGS: Readonly<Record<string, string>> = {
  h1: `margin:0 0 16px;font-family:${DISPLAY_FONT};font-size:30px;line-height:1.12;font-weight:700;letter-spacing:-0.02em;${WRAPS};color:${COLORS.ink}`,
  h2: `margin:32px 0 12px;font-family:${DISPLAY_FONT};font-size:20px;line-height:1.2;font-weight:700;letter-spacing:-0.01em;${WRAPS};color:${COLORS.ink}`,
  p: `margin:0 0 16px;font-size:17px;line-height:1.55;${WRAPS};color:${COLORS.ink}`,
  ul: `margin:0 0 16px;padding:0 0 0 22px;font-size:17px;line-height:1.55;${WRAPS};color:${COLORS.ink}`,
  ol: `margin:0 0 16px;padding:0 0 0 22px;font-size:17px;line-height:1.55;${WRAPS};color:${COLORS.ink}`,
  li: 'margin:0 0 8px',
  a: `color:${COLORS.harbor};font-weight:600`,
};

/** Inlines the style in tags that have none of their own, and in links that have one without a color. */
export function styleTags(html: string): string {
  return html.replaceAll(/<(h1|h2|p|ul|ol|li|a)((?:\s[^<>]*)?)>/g, (tag, name: string, rest: string) => {
    if (!/\sstyle=/.test(rest)) return `<${name}${rest} style="${TAGS[name]}">`;
    const isPlainLink = name === 'a' && !/\sstyle="(?:[^"]*;)?\s*color:/.test(rest);
    return isPlainLink ? `<a${rest.replace(/\sstyle="/, (start) => `${start}${TAGS.a};`)}>` : tag;
  });
}
