// Inside the frame: the card's fields. What is typed goes to the sandbox and nowhere else; the page that holds the
// frame gets tokens and the names of fields.
(() => {
  const host = new URLSearchParams(location.search).get('host') ?? '';
  const cardForm = document.getElementById('card');
  const challengeForm = document.getElementById('challenge');
  const fields = ['cardNumber', 'expirationDate', 'cvv', 'postalCode'];
  const input = (name) => document.getElementById(name);

  const tell = (message) => parent.postMessage(message, host);
  const emit = (type, detail) => tell({ kind: 'event', type, detail });
  const measure = () => tell({ kind: 'size', height: document.documentElement.offsetHeight });

  function showError(name, message) {
    input(name).setAttribute('aria-invalid', String(message !== ''));
    document.getElementById(`${name}-error`).textContent = message;
  }

  function showErrors(errors, names) {
    for (const name of names) showError(name, errors.find((one) => one.field === name)?.message ?? '');
    const first = errors.find((one) => names.includes(one.field));
    if (first) input(first.field).focus();
    measure();
  }

  const typedCard = () => Object.fromEntries(fields.map((name) => [name, input(name).value]));

  async function ask(request) {
    const response = await fetch('tokens', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    return response.json();
  }

  let abort = () => {};

  /** @returns what `tokenize()` resolves to; a later call ends an earlier one that still waits */
  function tokenize(verification) {
    abort();
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (result) => {
        if (isSettled) return;
        isSettled = true;
        challengeForm.hidden = true;
        cardForm.hidden = false;
        measure();
        resolve(result);
      };
      abort = () => settle({ status: 'Abort' });
      ask({ card: typedCard(), verification }).then((response) => {
        if (isSettled) return;
        showErrors(response.errors ?? [], fields);
        if (response.status === 'Challenge') challenge(verification, settle);
        else settle(response);
      }, reject);
    });
  }

  function challenge(verification, settle) {
    const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: verification.currencyCode });
    document.getElementById('challenge-amount').textContent =
      `Pay ${money.format(Number(verification.amount))} with the card ending in ${input('cardNumber').value.slice(-4)}?`;
    input('verificationCode').value = '';
    showError('verificationCode', '');
    cardForm.hidden = true;
    challengeForm.hidden = false;
    document.getElementById('challenge-title').focus();
    measure();
    document.getElementById('cancel').onclick = () => {
      settle({ status: 'Cancel' });
      input('cardNumber').focus();
    };
    challengeForm.onsubmit = async (event) => {
      event.preventDefault();
      const response = await ask({
        card: typedCard(),
        verification,
        code: input('verificationCode').value.trim(),
      });
      if (response.status === 'Challenge') showErrors(response.errors, ['verificationCode']);
      else settle(response);
    };
  }

  /** The parts of Square's style options that have a place here; they become custom properties, not style text. */
  const styleProperties = {
    input: { color: '--text', backgroundColor: '--paper', fontFamily: '--font', fontSize: '--size' },
    '.input-container': { borderColor: '--line', borderRadius: '--radius' },
    '.input-container.is-focus': { borderColor: '--focus' },
    '.input-container.is-error': { borderColor: '--bad' },
  };

  function configure({ postalCode, style = {} }) {
    if (postalCode !== undefined && input('postalCode').value === '') input('postalCode').value = postalCode;
    for (const [selector, properties] of Object.entries(styleProperties)) {
      for (const [name, property] of Object.entries(properties)) {
        const value = style[selector]?.[name];
        if (typeof value === 'string') document.documentElement.style.setProperty(property, value);
      }
    }
    measure();
  }

  const verbs = { tokenize, configure };

  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== parent || origin !== host || data.kind !== 'call' || !Object.hasOwn(verbs, data.verb))
      return;
    const result = await Promise.resolve()
      .then(() => verbs[data.verb](data.argument))
      .catch((error) => ({
        status: 'Error',
        errors: [{ type: 'UNEXPECTED', message: String(error.message) }],
      }));
    tell({ kind: 'response', id: data.id, result });
  });

  // Formats at the end of the text only, so that the caret does not jump while one corrects in the middle.
  const format = (name, shape) =>
    input(name).addEventListener('input', (event) => {
      const field = input(name);
      if (field.selectionEnd !== field.value.length || event.inputType?.startsWith('delete')) return;
      field.value = shape(field.value.replace(/\D/g, ''));
    });
  format('cardNumber', (digits) => digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 '));
  format('expirationDate', (digits) => {
    const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
    return padded.length < 2 ? padded : `${padded.slice(0, 2)}/${padded.slice(2, 4)}`;
  });

  for (const name of fields) input(name).addEventListener('input', () => showError(name, ''));
  input('postalCode').addEventListener('input', () => {
    emit('postalCodeChanged', { field: 'postalCode', postalCodeValue: input('postalCode').value });
  });
  cardForm.addEventListener('submit', (event) => {
    event.preventDefault();
    emit('submit', {});
  });
  for (const button of document.querySelectorAll('[data-number]')) {
    button.addEventListener('click', () => {
      input('cardNumber').value = button.dataset.number;
      input('expirationDate').value ||= '12/34';
      input('cvv').value ||= '111';
      input('postalCode').value ||= '94103';
      showErrors([], fields);
      input('cardNumber').focus();
    });
  }

  new ResizeObserver(measure).observe(document.documentElement);
  tell({ kind: 'ready', isKnown: document.documentElement.dataset.account === 'known' });
})();
