import { styleHash } from '../http/security-headers.ts';
import { COLORS, DISPLAY_FONT, TEXT_FONT } from './mail-style.ts';
import type { CommonVariables } from './mail-variables.ts';

/**
 * Puts a mail's finished HTML between header and footer: tables 600 wide, no images, light and dark. `preheader` is the
 * preview text next to the subject in an inbox.
 */
export function wrapInShell(
  body: string,
  title: string,
  preheader: string,
  variables: CommonVariables,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(title)}</title>
<style>${SHEET}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${COLORS.mist};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${'&#847; '.repeat(60)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${COLORS.mist}" style="background:${COLORS.mist}"><tr><td class="edge" align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="${COLORS.white}" style="width:100%;max-width:600px;background:${COLORS.white};border-radius:20px;border-collapse:separate;overflow:hidden">
${header(variables.event)}
<tr><td class="body" style="padding:36px 32px 20px;font-family:${TEXT_FONT};font-size:17px;line-height:1.55;color:${COLORS.ink}">
${body}
</td></tr>
</table>
${footer(variables)}
</td></tr></table>
</body>
</html>`;
}

function header({ name, dates }: CommonVariables['event']): string {
  return `<tr><td bgcolor="${COLORS.ink}" style="background:${COLORS.ink};border-radius:20px 20px 0 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="title" valign="middle" style="padding:28px 12px 28px 32px;font-family:${TEXT_FONT};font-size:15px;line-height:1.4;color:#DDEDEA">
<span style="display:block;font-family:${DISPLAY_FONT};font-size:22px;line-height:1.15;font-weight:700;letter-spacing:-0.02em;color:#FFFFFF">${escapeHtml(name)}</span>${escapeHtml(dates)}</td>
<td class="arcs" width="176" align="right" valign="bottom" style="width:176px;padding:20px 32px 0 0;line-height:0;font-size:0">${ARCS}</td>
</tr></table></td></tr>
<tr><td height="6" bgcolor="${COLORS.beacon}" style="height:6px;background:${COLORS.beacon};line-height:6px;font-size:0">&nbsp;</td></tr>`;
}

function footer({ event, site, contact }: CommonVariables): string {
  const email = escapeHtml(contact.email);
  const link = `color:${COLORS.harbor};font-weight:600`;
  return `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px"><tr>
<td class="quiet" align="center" style="padding:24px 24px 8px;font-family:${TEXT_FONT};font-size:14px;line-height:1.6;color:${COLORS.quiet}">
Questions? Reply to this email or call <span style="white-space:nowrap">${escapeHtml(contact.phone)}</span>.<br>
<a href="mailto:${email}" style="${link}">${email}</a> &nbsp;·&nbsp; <a href="${escapeHtml(site.url)}" style="${link}">${escapeHtml(event.name)}</a><br>
Hosted by ${escapeHtml(event.host)}. You are receiving this email because of a registration for the event.</td>
</tr></table>`;
}

/** Concentric arcs over the horizon, as nested half circles; clients without border radius get none. */
const ARCS = `<!--[if !mso]><!-->${[
  { width: 144, color: COLORS.harbor },
  { width: 112, color: COLORS.sea },
  { width: 80, color: COLORS.dawn },
  { width: 48, color: COLORS.beacon },
].reduceRight(
  (inner, { width, color }) =>
    `<div style="width:${width}px;height:${inner ? width / 2 - 16 : width / 2}px;padding-top:${inner ? 16 : 0}px;` +
    `margin:0 auto;background:${color};border-radius:${width / 2}px ${width / 2}px 0 0">${inner}</div>`,
  '',
)}<!--<![endif]-->`;

const SHEET = `
@media (max-width:480px){.edge{padding:0 0 16px!important}.card{border-radius:0!important}.card>tbody>tr>td{border-radius:0!important}
.body{padding:28px 20px 12px!important}.title{padding:22px 8px 22px 20px!important}.arcs{padding-right:20px!important;width:144px!important}.stub{max-width:100%!important}}
@media (prefers-color-scheme:dark){.page{background:#0A1A2B!important}.card{background:#13293F!important}
.body,.body h1,.body h2,.body p,.body ul,.body ol,.body .ink{color:#E8F1F2!important}
.quiet,.body .quiet{color:#A9BCC6!important}.panel{background:#0A1A2B!important;border-color:#3D4F66!important}.rule{border-color:#3D4F66!important}
.body a:not(.button),.quiet a{color:#6CCBC7!important}}
`.replaceAll('\n', '');

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** For the page that shows mails. */
export const SHEET_HASH = styleHash(SHEET);
