import { beforeAll, expect, test, vi } from 'vitest';
import { blankMember } from '../team/member-values.ts';
import { blankValues, type FormValues, rowsFor } from './form-values.ts';
import { withTyped } from './typed-before.ts';

vi.mock('../boot.ts', () => ({ boot: { listings: [] } }));

class Input {}
beforeAll(() => {
  vi.stubGlobal('HTMLInputElement', Input);
});

/** An input that the server sent blank, or not checked. */
const input = (given: { type: string; name: string; value: string; checked?: boolean }) =>
  Object.assign(new Input(), { defaultValue: '', defaultChecked: false, autocomplete: '', ...given });
const text = (name: string, value: string) => input({ type: 'text', name, value });
const radio = (name: string, value: string, checked = true) => input({ type: 'radio', name, value, checked });

/** The form with these inputs filled in. */
const formWith = (...filled: Input[]) =>
  ({
    elements: [
      { name: '', value: 'Continue' },
      ...filled,
      radio('track', 'caregivers', false),
      text('phone', ''),
    ],
  }) as unknown as HTMLFormElement;

/** A choice that browsers don't restore. */
const choice = (name: string, value: string) => Object.assign(radio(name, value), { autocomplete: 'off' });

test('keeps what was typed before the script loaded, and the chosen package', () => {
  const form = formWith(radio('eventType', 'both'), radio('size', 'large_group'), text('firstName', 'Tess'));
  expect(withTyped(undefined, form)).toEqual({
    ...blankValues(),
    eventType: 'both',
    size: 'large_group',
    firstName: 'Tess',
    others: rowsFor('large_group'),
  });
});

test('what the browser filled in from an earlier visit leaves the package, the team and the answers of the draft', () => {
  const draft: FormValues = {
    ...blankValues(),
    eventType: 'both',
    size: 'small_group',
    firstName: 'Tess',
    teamTiming: 'now',
    others: rowsFor('small_group', [{ ...blankMember(), firstName: 'Ada' }]),
  };
  const form = formWith(
    radio('size', 'large_group'),
    text('firstName', 'Te'),
    text('jobTitle', 'Teacher'),
    text('couponCode', 'OLD'),
  );
  expect(withTyped(draft, form)).toEqual({ ...draft, jobTitle: 'Teacher' });
});

test('a package chosen on the page before its script loaded is newer than that of the draft', () => {
  const draft: FormValues = {
    ...blankValues(),
    eventType: 'both',
    size: 'small_group',
    firstName: 'Tess',
    others: rowsFor('small_group', [{ ...blankMember(), firstName: 'Ada' }]),
  };
  // The page lists the packages of its own event type.
  expect(withTyped(draft, formWith(choice('size', 'large_group')))).toEqual({
    ...draft,
    eventType: blankValues().eventType,
    size: 'large_group',
    others: rowsFor('large_group', draft.others),
  });
  expect(withTyped(blankValues(), formWith(choice('eventType', 'both')))).toEqual({
    ...blankValues(),
    eventType: 'both',
  });
});
