import { html } from 'hono/html';
import type Stripe from 'stripe';
import type { SmtpMode } from '../mailbox/smtp.ts';
import { samplePeople } from '../oidc/people.ts';
import { type Html, renderPage } from '../page.ts';
import type { WirePayment } from '../square/state.ts';
import { type EventDayState, eventDayCard } from './event-day.ts';
import { formatInstant, toFieldValue } from './zoned-time.ts';

/** A button that moves the demo clock. */
export interface ClockPreset {
  label: string;
  at: Date;
}

export interface HomeState {
  now: Date;
  timeZone: string;
  presets: readonly ClockPreset[];
  siteUrl: string;
  mailCount: number;
  smtpMode: SmtpMode;
  smtpUrl: string;
  /** Oldest first. */
  checkouts: readonly Stripe.Checkout.Session[];
  /** Oldest first. */
  squarePayments: readonly WirePayment[];
  /** Null outside the demo. */
  eventDay: EventDayState | null;
}

export function homePage(state: HomeState): string {
  return renderPage({
    title: 'Sandbox',
    main: html`<h1>Everything outside the site</h1>
<p>The site thinks it is talking to a card provider, a sign-in provider and a mail server; in the demo and tests, it talks to the programs on this page.</p>
${clockCard(state)}
${state.eventDay && eventDayCard(state.eventDay)}
<div class="columns">
${placesCard(state)}
${mailCard(state)}
</div>
<div class="columns">
${latestCard('checkouts-title', 'Latest Stripe checkouts', state.checkouts, checkoutRow)}
${latestCard('square-title', 'Latest Square payments', state.squarePayments, squareRow)}
</div>
${peopleCard()}
<style>
.places li { margin-bottom: 4px }
.places a { display: inline-block; padding: 8px 0 }
.checkouts li { padding: 8px 0; border-top: 1px solid #C9D8D8; overflow-wrap: anywhere }

.code svg { width: 220px; max-width: 100% }
.people { display: grid; gap: 12px 24px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)) }
.people li { overflow-wrap: anywhere }
</style>`,
  });
}

function clockCard({ now, timeZone, presets }: HomeState) {
  return html`<section class="card" id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Demo clock</h2>
<p class="big"><time datetime="${now.toISOString()}">${formatInstant(now, timeZone)}</time></p>
<p class="quiet">It determines what is on sale, at what price, and who is admitted. It keeps running from the time you set.</p>
${
  presets.length > 0 &&
  html`<form method="post" action="/clock" class="row" aria-label="Jump to">${presets.map(
    ({ label, at }) => html`<button name="now" value="${at.toISOString()}">${label}</button>`,
  )}</form>`
}
<form method="post" action="/clock" class="row">
<div><label for="local">Date and time (${timeZone})</label>
<input id="local" name="local" type="datetime-local" required value="${toFieldValue(now, timeZone)}"></div>
<button>Set the clock</button>
</form>
</section>`;
}

function placesCard({ siteUrl, mailCount }: HomeState) {
  return html`<section class="card" aria-labelledby="places-title">
<h2 id="places-title">Places</h2>
<ul class="plain places">
<li><a href="${siteUrl}">The site</a></li>
<li><a href="${new URL('/admin', siteUrl).href}">Its admin pages</a></li>
<li><a href="/mailbox">Mailbox</a> <span class="quiet">(${mailCount})</span></li>
<li><a href="/control/stripe">Stripe faults</a> <span class="quiet">inject faults at Stripe (JSON)</span></li>
<li><a href="/control/square">Square faults</a> <span class="quiet">inject faults at Square (JSON)</span></li>
</ul>
</section>`;
}

function mailCard({ smtpMode, smtpUrl }: HomeState) {
  return html`<section class="card" id="mail" aria-labelledby="mail-title">
<h2 id="mail-title">Mail server</h2>
<p class="quiet">${smtpUrl}. See what the site does when its mail server fails.</p>
<form method="post" action="/control/smtp" class="row">${Object.entries(modeNames).map(
    ([mode, name]) =>
      html`<button name="mode" value="${mode}" aria-pressed="${String(mode === smtpMode)}">${name}</button>`,
  )}</form>
</section>`;
}

const modeNames: Record<SmtpMode, string> = {
  ok: 'Works',
  down: 'Down',
  tempfail: 'Busy (451)',
  reject: 'Refuses (550)',
};

/** @param items oldest first */
function latestCard<Item>(id: string, title: string, items: readonly Item[], row: (one: Item) => Html) {
  const newest = items.slice(-8).reverse();
  return html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${newest.length === 0 && html`<p class="quiet">None yet.</p>`}
<ul class="plain checkouts">${newest.map(row)}</ul>
</section>`;
}

function checkoutRow(session: Stripe.Checkout.Session) {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: session.currency ?? 'usd' });
  const email = session.customer_details?.email ?? session.customer_email;
  const state = session.status === 'complete' ? session.payment_status : session.status;
  return html`<li><strong>${amount.format((session.amount_total ?? 0) / 100)}</strong>, ${state}${email && `, ${email}`}
${session.status === 'open' && session.url && html` <a href="${session.url}">Pay</a>`}
<br><span class="quiet">${session.id.slice(0, 24)}…</span></li>`;
}

function squareRow(payment: WirePayment) {
  const { amount, currency } = payment.amount_money;
  const shown = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
  const refunded = Number(payment.refunded_money?.amount ?? 0);
  const why = payment.card_details.errors?.[0]?.code;
  const email = payment.buyer_email_address;
  return html`<li><strong>${shown}</strong>, ${payment.status.toLowerCase()}${why && ` (${why})`}${refunded > 0 && ', refunded'}${email && `, ${email}`}
<br><span class="quiet">${payment.id}</span></li>`;
}

function peopleCard() {
  return html`<section class="card" aria-labelledby="people-title">
<h2 id="people-title">People who can sign in</h2>
<ul class="plain people">${samplePeople.map(
    ({ name, email, emailVerified }) =>
      html`<li>${name}<br><span class="quiet">${email}${emailVerified === false && ' (not verified)'}</span></li>`,
  )}</ul>
</section>`;
}
