/** Formatting and hints. The page works without it. */
export const payScript = `
(() => {
  // A declined card's page is the answer to a form. Without this, Back to it shows the browser's error page.
  history.replaceState(null, '');
  const form = document.querySelector('form');
  const field = (name) => form.elements.namedItem(name);
  const digits = (text) => text.replace(/\\D/g, '');

  // Formats at the end of the text only, so that the caret does not jump while one corrects in the middle.
  const format = (input, shape) => input.addEventListener('input', (event) => {
    if (input.selectionEnd !== input.value.length || event.inputType?.startsWith('delete')) return;
    input.value = shape(digits(input.value));
  });
  const grouped = (text) => text.slice(0, 19).replace(/(\\d{4})(?=\\d)/g, '$1 ');
  const dated = (text) => {
    const month = /^[2-9]/.test(text) ? '0' + text : text;
    return month.length < 2 ? month : month.slice(0, 2) + ' / ' + month.slice(2, 4);
  };
  format(field('number'), grouped);
  format(field('expiry'), dated);
  format(field('cvc'), (text) => text.slice(0, 4));

  const button = form.querySelector('button.primary');
  const label = button.textContent;
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled')) return event.preventDefault();
    button.setAttribute('aria-disabled', 'true');
    button.textContent = 'Processing…';
  });
  addEventListener('pageshow', () => {
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  });

  for (const cell of document.querySelectorAll('dt')) {
    const use = document.createElement('button');
    use.type = 'button';
    use.textContent = cell.textContent;
    use.setAttribute('aria-label', 'Use card ' + cell.textContent);
    use.addEventListener('click', () => {
      field('number').value = cell.textContent;
      field('expiry').value ||= '12 / 34';
      field('cvc').value ||= '123';
      (field('name').value ? button : field('name')).focus();
    });
    cell.replaceChildren(use);
  }
})();
`;
