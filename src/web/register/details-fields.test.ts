import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { DetailsFields } from './details-fields.tsx';
import { FormProvider, type RegistrationFormState } from './form-field.ts';
import { blankValues } from './form-values.ts';

const clock = vi.hoisted(() => ({ now: '' }));
vi.mock('../boot.ts', () => ({ boot: { closedByBuild: false, listings: [] } }));
vi.mock('../clock.ts', () => ({ now: () => new Date(clock.now), everySecond: () => () => {} }));

test.each([
  ['2025-09-20T05:59:59Z', true],
  ['2025-09-20T06:00:00Z', false],
  // The program is over, but registration isn't.
  ['2025-09-21T05:59:59Z', false],
])('at %s, the form promises that the track can be changed later: %s', (now, isPromised) => {
  clock.now = now;
  const nothing = { errorOf: () => undefined, change: () => {}, leave: () => {} };
  const value: RegistrationFormState = { values: blankValues(), ...nothing };
  const fields = renderToString(createElement(FormProvider, { value }, createElement(DetailsFields)));
  expect(fields.includes('Which breakout sessions suit you?')).toBe(true);
  expect(fields.includes('You can change this later.')).toBe(isPromised);
});
