import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** What `html` returns. It is a promise only if a value is one, which the sandbox never passes. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A whole page with the sandbox's header. The page's policy allows only this `script`. */
export function renderPage(page: { title: string; main: Html; script?: string }): string {
  const script = page.script ?? '';
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<header>
<p class="ribbon"><strong>SANDBOX</strong> Nothing here is real: no money moves, no mail leaves this computer.</p>
<nav aria-label="Sandbox"><a href="/">Sandbox</a><a href="/mailbox">Mailbox</a></nav>
</header>
<main>${page.main}</main>
${script && html`<script>${raw(script)}</script>`}
</body>
</html>`);
}

function policy(script: string): string {
  const scripts = script ? `'sha256-${createHash('sha256').update(script).digest('base64')}'` : "'none'";
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; connect-src 'self'; base-uri 'none'; script-src ${scripts}`;
}

const style = `
*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: #F1F7F6; color: #10243E; font: 17px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif }
header { background: #10243E }
.ribbon { margin: 0; max-width: none; padding: 8px 16px; background: #FFC84A; color: #10243E; font-size: 15px; text-align: center }
.ribbon strong { display: block; font-size: 24px; line-height: 1.2; font-weight: 800; letter-spacing: .16em }
nav { display: flex; flex-wrap: wrap; gap: 4px 8px }
header nav { max-width: 960px; margin: 0 auto; padding: 0 16px }
header nav a { color: #fff; padding: 10px 8px; min-height: 44px }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px }
h1 { font-size: 30px; line-height: 1.15; letter-spacing: -.015em; margin: 0 0 16px; overflow-wrap: anywhere; text-wrap: balance }
h2 { font-size: 20px; line-height: 1.25; margin: 0 0 12px }
p { margin: 0 0 12px; max-width: 62ch }
a { color: #5B4BB5 }
.card { background: #fff; border: 1px solid #C9D8D8; border-radius: 16px; padding: 20px; margin: 0 0 16px; min-width: 0 }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 16px; margin-bottom: 16px }
.columns .card { margin: 0 }
.quiet { color: #5C6B80; font-size: 15px }
.error { background: #FCE4E1; color: #A3211A; padding: 12px 16px; border-radius: 12px }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end }
.big { font-size: 24px; font-weight: 650; font-variant-numeric: tabular-nums; margin: 0 0 4px }
label { display: block; font-weight: 600; margin: 12px 0 4px }
input, button, .button { font: inherit; min-height: 44px; border-radius: 12px; padding: 8px 14px }
input { border: 1px solid #6F8289; background: #fff; color: inherit; max-width: 100% }
button, .button { border: 1px solid #0B5D66; background: #fff; color: #0B5D66; font-weight: 600; cursor: pointer; text-decoration: none; display: inline-block }
button:hover, .button:hover { background: #DDEDEA }
button[aria-pressed=true] { background: #0B5D66; color: #fff }
:focus-visible { outline: 3px solid #5B4BB5; outline-offset: 2px; border-radius: 8px }
header :focus-visible { outline-color: #FFC84A }
ul.plain { list-style: none; margin: 0; padding: 0 }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0 0 16px }
dt { color: #5C6B80 }
dd { margin: 0; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: 15px/1.5 ui-monospace, monospace }
@media (max-width: 480px) { h1 { font-size: 24px } .card { padding: 16px } }
`;
