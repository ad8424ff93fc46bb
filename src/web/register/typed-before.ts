import { type FieldName, valueAt, withValue } from './form-field.ts';
import { blankValues, type FormValues, firstSizeOf, rowsFor } from './form-values.ts';

/**
 * The kept draft, or a blank form, plus what was typed into `form` before its script loaded: the inputs keep it, but
 * React does not read it. What the draft answers stays, because after Back or a reload, browsers fill in the inputs
 * from an earlier visit, and radios by their order.
 */
export function withTyped(draft: FormValues | undefined, form: HTMLFormElement): FormValues {
  return [...form.elements]
    .filter((one) => one instanceof HTMLInputElement)
    .filter((one) =>
      one.type === 'radio' ? one.checked && !one.defaultChecked : one.value !== one.defaultValue,
    )
    .filter(({ name }) => !draft || valueAt(draft, name as FieldName) === '')
    .reduce((typed, { name, value }) => withAnswer(typed, name as FieldName, value), draft ?? blankValues());
}

function withAnswer(values: FormValues, name: FieldName, value: string): FormValues {
  if (valueAt(values, name) === value) return values;
  const changed = withValue(values, name, value);
  if (name !== 'eventType' && name !== 'size') return changed;
  const size = name === 'eventType' ? firstSizeOf(changed.eventType) : changed.size;
  return { ...changed, size, others: rowsFor(size, changed.others) };
}
