import type { KeyboardEvent } from 'react';

/**
 * A phone's “next” key sends Enter, which would submit the form: it goes on to the next field or button instead. `next`
 * on its `enterKeyHint` alone only labels the key.
 */
export function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  // `key` is Enter, too, while a word is being composed.
  if (event.keyCode !== 13 || field.enterKeyHint !== 'next') return;
  event.preventDefault();
  // A held key would go on to the button and press it.
  if (event.repeat) return;
  const all = [...field.form!.elements] as HTMLElement[];
  // What is hidden or disabled doesn't take the focus.
  all.slice(all.indexOf(field) + 1).some((one) => {
    one.focus();
    return one === document.activeElement;
  });
}
