import { type FieldName, withValue } from './form-field.ts';
import { blankValues, type FormValues, firstSizeOf, rowsFor } from './form-values.ts';

/**
 * The kept draft, or a blank form, plus what was typed into `form` before its script loaded: the inputs keep it, but
 * React does not read it. Otherwise, what the draft answers stays: after Back or a reload, browsers fill in the inputs
 * from an earlier visit, and radios by their order. They restore none with `autocomplete="off"`, so a choice there is
 * newer than the draft.
 */
export function withTyped(draft: FormValues | undefined, form: HTMLFormElement): FormValues {
  const typed = [...form.elements]
    .filter((one) => one instanceof HTMLInputElement)
    .filter((one) =>
      one.type === 'radio' ? one.checked && !one.defaultChecked : one.value !== one.defaultValue,
    )
    .filter(
      ({ name, autocomplete }) => !draft || autocomplete === 'off' || draft[name as keyof FormValues] === '',
    );
  const blank = blankValues();
  const before = draft ?? blank;
  // The page lists the packages of its own event type, not of the draft's.
  const onPage = typed.some(({ name }) => name === 'size')
    ? withAnswer(before, 'eventType', blank.eventType)
    : before;
  return typed.reduce((values, { name, value }) => withAnswer(values, name as FieldName, value), onPage);
}

function withAnswer(values: FormValues, name: FieldName, value: string): FormValues {
  if (values[name as keyof FormValues] === value) return values;
  const changed = withValue(values, name, value);
  if (name !== 'eventType' && name !== 'size') return changed;
  const size = name === 'eventType' ? firstSizeOf(changed.eventType) : changed.size;
  return { ...changed, size, others: rowsFor(size, changed.others) };
}
