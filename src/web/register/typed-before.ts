import { type FieldName, valueAt, withValue } from './form-field.ts';
import { type FormValues, firstSizeOf, rowsFor } from './form-values.ts';

/** `values` plus what was typed into `form` before its script loaded. The inputs keep it, but React does not read it. */
export function withTyped(values: FormValues, form: HTMLFormElement): FormValues {
  return [...form.elements]
    .filter((one) => one instanceof HTMLInputElement)
    .filter((one) =>
      one.type === 'radio' ? one.checked && !one.defaultChecked : one.value !== one.defaultValue,
    )
    .reduce((typed, { name, value }) => withAnswer(typed, name as FieldName, value), values);
}

function withAnswer(values: FormValues, name: FieldName, value: string): FormValues {
  if (valueAt(values, name) === value) return values;
  const changed = withValue(values, name, value);
  if (name !== 'eventType' && name !== 'size') return changed;
  const size = name === 'eventType' ? firstSizeOf(changed.eventType) : changed.size;
  return { ...changed, size, teamTiming: 'later', others: rowsFor(size) };
}
