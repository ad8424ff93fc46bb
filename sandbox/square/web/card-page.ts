import { html } from 'hono/html';
import { decliningValues, testCards, verificationCode } from '../cards.ts';

/** The page inside the frame. @param isKnown whether application and location are this sandbox's */
export function cardPage(isKnown: boolean): string {
  return String(html`<!doctype html>
<html lang="en" data-account="${isKnown ? 'known' : 'unknown'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card form (sandbox)</title>
<link rel="stylesheet" href="card-frame.css">
</head>
<body>
<p class="ribbon"><strong>SANDBOX</strong> No money moves. Use a test card.</p>
<form id="card" novalidate>
${field('cardNumber', 'Card number', 'cc-number', 23)}
<div class="row">
${field('expirationDate', 'MM/YY', 'cc-exp', 7)}
${field('cvv', 'CVV', 'cc-csc', 4)}
${field('postalCode', 'ZIP', 'postal-code', 10)}
</div>
<button hidden></button>
${offeredCards()}
</form>
<form id="challenge" novalidate hidden aria-labelledby="challenge-title">
<h2 id="challenge-title" tabindex="-1">Your bank asks you to confirm</h2>
<p id="challenge-amount"></p>
${field('verificationCode', 'Code', 'one-time-code', 6)}
<p class="hint">In the sandbox the code is ${verificationCode}.</p>
<div class="row"><button id="confirm">Confirm</button><button id="cancel" type="button">Cancel</button></div>
</form>
<script src="card-frame.js"></script>
</body>
</html>`);
}

function field(name: string, label: string, autocomplete: string, longest: number) {
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" maxlength="${longest}" aria-describedby="${name}-error">
<p class="error" id="${name}-error"></p>
</div>`;
}

function offeredCards() {
  const { cvv, postalCode } = decliningValues;
  return html`<details>
<summary>Test cards</summary>
<ul>${testCards.map(({ number, shows }) => {
    const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ');
    return html`<li><button type="button" data-number="${grouped}" aria-label="Use card ${grouped}">${grouped}</button> ${shows}</li>`;
  })}</ul>
<p class="hint">Declined with any card: CVV ${cvv}, ZIP ${postalCode}, MM/YY 01/40.</p>
</details>`;
}
