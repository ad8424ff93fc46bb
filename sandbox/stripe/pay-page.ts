import { html, raw } from 'hono/html';
import type Stripe from 'stripe';
import type { Html } from '#sandbox/page.ts';
import type { Field, FieldErrors, Typed } from './card-form.ts';
import { testCards } from './cards.ts';
import { payScript } from './pay-script.ts';
import { payStyles } from './pay-styles.ts';
import type { Line } from './state.ts';

export interface PayView {
  readonly session: Stripe.Checkout.Session;
  readonly lines: readonly Line[];
  readonly typed: Typed;
  readonly errors: FieldErrors;
  /** The bank's message. */
  readonly refused?: string;
  readonly formToken: string;
}

export function payPage(view: PayView): Html {
  const { session } = view;
  const merchant = merchantOf(session);
  const hasErrors = view.refused !== undefined || Object.keys(view.errors).length > 0;
  return layout({
    title: `${hasErrors ? 'Error: ' : ''}Pay ${merchant}`,
    script: true,
    body: html`<main class="pay">${summary(view, merchant)}${cardForm(view)}</main>`,
  });
}

export function authenticationPage(session: Stripe.Checkout.Session): Html {
  return layout({
    title: 'Confirm your payment',
    body: html`<main class="narrow">
      <div class="sheet">
        <h1>Confirm your payment</h1>
        <p>Your bank wants to confirm that you are making this payment of <strong>${amountOf(session)}</strong> to ${merchantOf(session)}.</p>
        <p class="note">This stands for the bank's own page. Choose how the confirmation ends.</p>
        <form method="post">
          <button class="primary" name="outcome" value="complete">Complete authentication</button>
          <button class="quiet" name="outcome" value="fail">Fail authentication</button>
        </form>
      </div>
    </main>`,
  });
}

/** A page with one message and at most one link. */
export function plainPage(title: string, text: string, link?: { href: string | null; label: string }): Html {
  const isLink = link?.href && /^https?:/i.test(link.href);
  return layout({
    title,
    body: html`<main class="narrow">
      <div class="sheet">
        <h1>${title}</h1>
        <p>${text}</p>
        ${isLink ? html`<p><a class="back" href="${link.href}">${link.label}</a></p>` : ''}
      </div>
    </main>`,
  });
}

export function merchantOf(session: Stripe.Checkout.Session): string {
  return session.branding_settings?.display_name ?? 'the merchant';
}

interface Layout {
  readonly title: string;
  readonly body: Html;
  readonly script?: boolean;
}

function layout({ title, body, script }: Layout): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · SANDBOX</title>
<link rel="icon" href="data:,">
<style>${raw(payStyles)}</style>
</head>
<body>
<p class="sandbox"><strong>SANDBOX</strong> &nbsp;Nothing is charged. Never type a real card.</p>
${body}
${script ? html`<script>${raw(payScript)}</script>` : ''}
</body>
</html>`;
}

function summary({ session, lines }: PayView, merchant: string): Html {
  return html`<section aria-label="Order">
    ${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Back</a>` : ''}
    <h1 class="merchant">Pay ${merchant}</h1>
    <p class="amount">${amountOf(session)}</p>
    <ul class="lines">
      ${lines.map(
        (line) => html`<li>
          <span>${line.description}</span>
          <span>${formatMoney(line.amount, line.currency)}</span>
        </li>`,
      )}
      <li class="total"><span>Total due</span><span>${amountOf(session)}</span></li>
    </ul>
  </section>`;
}

function cardForm(view: PayView): Html {
  const { session, errors, refused } = view;
  const hasFieldErrors = Object.keys(errors).length > 0;
  return html`<section class="sheet" aria-labelledby="by-card">
    <h2 id="by-card">Pay by card</h2>
    ${refused ? html`<p class="alert" role="alert">${refused}</p>` : ''}
    ${hasFieldErrors ? html`<p class="alert" role="alert">Please check the marked fields.</p>` : ''}
    <form method="post" novalidate>
      <input type="hidden" name="form_token" value="${view.formToken}">
      ${field(view, 'email', 'Email', { type: 'email', autocomplete: 'email', spellcheck: 'false' })}
      ${field(view, 'number', 'Card number', { inputmode: 'numeric', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' })}
      <div class="pair">
        ${field(view, 'expiry', 'Expiration', { inputmode: 'numeric', autocomplete: 'cc-exp', placeholder: 'MM / YY' })}
        ${field(view, 'cvc', 'CVC', { inputmode: 'numeric', autocomplete: 'cc-csc', placeholder: 'CVC', maxlength: '4' })}
      </div>
      ${field(view, 'name', 'Name on card', { autocomplete: 'cc-name' })}
      <button class="primary">Pay ${amountOf(session)}</button>
    </form>
    ${testCardList()}
  </section>`;
}

function field(
  { typed, errors }: PayView,
  name: Field,
  label: string,
  attributes: Record<string, string>,
): Html {
  const error = errors[name];
  const first = Object.keys(errors)[0] === name;
  const rest = Object.entries(attributes).map(([key, value]) => html` ${raw(key)}="${value}"`);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${name === 'cvc' ? '' : (typed[name] ?? '')}"${rest}${
      error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''
    }${first ? raw(' autofocus') : ''}>
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
  </div>`;
}

function testCardList(): Html {
  return html`<details>
    <summary>Test cards</summary>
    <p class="note">Any expiration in the future, any three digits as CVC.</p>
    <dl>${testCards.map(
      (card) =>
        html`<div><dt>${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</dt><dd>${card.shows}</dd></div>`,
    )}</dl>
  </details>`;
}

const amountOf = (session: Stripe.Checkout.Session) =>
  formatMoney(session.amount_total ?? 0, session.currency ?? 'usd');

function formatMoney(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits);
}
