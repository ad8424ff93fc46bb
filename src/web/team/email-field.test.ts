import { afterEach, expect, test, vi } from 'vitest';
import { findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { EmailField } from './email-field.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the hint is gone once the field shows another person', async () => {
  let value = 'ana@gmial.com';
  const field = await mount(() => EmailField({ label: 'Email', name: 'email', value, onTake: () => {} }));
  type Input = { onBlur: (event: { target: { value: string } }) => void };
  await field.act(() => findByProp<Input>(field.result, 'onBlur').props.onBlur({ target: { value } }));
  const hint = () => findButton(field.result, 'ana@gmail.com');
  expect(hint).not.toThrow();
  value = 'bo@example.org';
  await field.render();
  expect(hint).toThrow('no button says ana@gmail.com');
});
