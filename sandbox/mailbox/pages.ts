import { html } from 'hono/html';
import { decodeWords, type Email } from 'postal-mime';
import { formatInstant } from '../control/zoned-time.ts';
import { type Html, renderPage } from '../page.ts';
import type { StoredMail } from './archive.ts';
import { attachmentBytes, attachmentName } from './message.ts';

const shown = 200;

/** The list, newest first. It adds new mail by itself without moving the rows on screen. */
export function mailboxPage(mails: StoredMail[], search: string, timeZone: string): string {
  const wanted = search.toLowerCase();
  const found = mails
    .filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(wanted))
    .reverse();
  return renderPage({
    title: `Mailbox (${mails.length})`,
    script: takeInNewMail,
    main: html`<h1>Mailbox</h1>
<p>Every email that the site sends ends up here, whatever its address.</p>
<form class="row" role="search">
<div><label for="q">Find by address or subject</label><input id="q" name="q" type="search" value="${search}"></div>
<button>Find</button>
</form>
<p id="count" class="quiet" role="status">${countOf(found.length, search)}</p>
<ul id="mails" class="plain mails">${found.slice(0, shown).map((mail) => mailRow(mail, timeZone))}</ul>
${mails.length > 0 && html`<form method="post" action="/mailbox/clear"><button>Empty the mailbox</button></form>`}
<style>
.mails { margin: 16px 0 !important }
.mails a { display: grid; gap: 0 16px; grid-template-columns: minmax(0, 1fr) max-content; background: #fff; border: 1px solid #C9D8D8; border-radius: 12px; padding: 12px 16px; margin-bottom: 8px; color: inherit; text-decoration: none }
.mails a:hover { border-color: #0B5D66 }
.mails strong { grid-column: 1 / -1; overflow-wrap: anywhere }
.mails span { overflow-wrap: anywhere }
#count { margin-top: 12px }
@media (max-width: 480px) { .mails a { grid-template-columns: minmax(0, 1fr) } }
</style>`,
  });
}

type MessageView = 'html' | 'text';

export function messagePage(mail: StoredMail, email: Email, view: MessageView, timeZone: string): string {
  const base = `/mailbox/${mail.id}`;
  const subject = mail.subject || '(no subject)';
  return renderPage({
    title: subject,
    main: html`<p><a href="/mailbox">All emails</a></p>
<h1>${subject}</h1>
<dl>
<dt>To</dt><dd>${mail.to.join(', ')}</dd>
<dt>From</dt><dd>${headerOf(email, 'from') ?? mail.from}</dd>
${headerOf(email, 'reply-to') && html`<dt>Reply to</dt><dd>${headerOf(email, 'reply-to')}</dd>`}
<dt>Received</dt><dd>${formatInstant(new Date(mail.receivedAt), timeZone)}</dd>
</dl>
${email.attachments.length > 0 && attachmentList(base, email)}
<nav class="tabs" aria-label="Parts of the message">
${email.html && tab(base, 'HTML', view === 'html')}
${email.text && tab(`${base}?view=text`, 'Plain text', view === 'text')}
<a href="${base}/source">Source</a>
</nav>
${
  view === 'html' && email.html
    ? html`<iframe title="The message" src="${base}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    : html`<div class="card"><pre>${email.text ?? ''}</pre></div>`
}
<style>
.tabs { margin: 16px 0 }
.tabs a { padding: 8px 14px; min-height: 44px; border-radius: 12px }
.tabs [aria-current] { background: #DDEDEA; color: #10243E; font-weight: 600; text-decoration: none }
iframe { width: 100%; height: 75vh; min-height: 480px; border: 1px solid #C9D8D8; border-radius: 12px; background: #fff; resize: vertical }
.parts { display: flex; flex-wrap: wrap; gap: 8px }
</style>`,
  });
}

function countOf(count: number, search: string): string {
  const matching = search ? ` matching '${search}'` : '';
  if (count === 0) return search ? `No emails${matching}.` : 'No emails yet.';
  const cut = count > shown ? `; the newest ${shown} are shown` : '';
  return `${count} ${count === 1 ? 'email' : 'emails'}${matching}, newest first${cut}.`;
}

function mailRow(mail: StoredMail, timeZone: string): Html {
  return html`<li id="mail-${mail.id}"><a href="/mailbox/${mail.id}">
<strong>${mail.subject || '(no subject)'}</strong>
<span>${mail.to.join(', ')}</span>
<time class="quiet" datetime="${mail.receivedAt}">${formatInstant(new Date(mail.receivedAt), timeZone)}</time>
</a></li>`;
}

function attachmentList(base: string, email: Email): Html {
  return html`<ul class="plain parts" aria-label="Attachments">${email.attachments.map(
    (part, at) =>
      html`<li><a class="button" href="${base}/attachments/${at}">${attachmentName(part, at)}</a>
<span class="quiet">${part.mimeType}, ${Math.ceil(attachmentBytes(part).byteLength / 1000)} kB</span></li>`,
  )}</ul>`;
}

function tab(href: string, name: string, current: boolean): Html {
  return html`<a href="${href}"${current && html` aria-current="page"`}>${name}</a>`;
}

function headerOf(email: Email, key: string): string | undefined {
  const header = email.headers.find((one) => one.key === key);
  return header && decodeWords(header.value);
}

// Existing rows are not replaced: focus, selection and scroll position survive.
const takeInNewMail = `
const list = document.getElementById('mails');
setInterval(async () => {
  if (document.hidden) return;
  const response = await fetch(location.href).catch(() => null);
  if (!response || !response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const rows = [...fresh.querySelectorAll('#mails > li')];
  const ids = new Set(rows.map((row) => row.id));
  for (const row of [...list.children]) if (!ids.has(row.id)) row.remove();
  const height = list.scrollHeight;
  list.prepend(...rows.filter((row) => !document.getElementById(row.id)));
  if (scrollY > list.offsetTop) scrollBy(0, list.scrollHeight - height);
  const count = fresh.getElementById('count').textContent;
  const status = document.getElementById('count');
  if (status.textContent !== count) status.textContent = count;
  document.title = fresh.title;
}, 2000);
`;
