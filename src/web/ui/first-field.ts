export function firstFieldOf(within: Element): HTMLElement | null {
  return within.querySelector<HTMLElement>('input, select, textarea');
}

/** The `ref` of a form that takes the place of the button that opens it: the focus would be lost with the button. */
export function startInFirstField(form: HTMLFormElement | null): void {
  if (form) firstFieldOf(form)?.focus();
}
