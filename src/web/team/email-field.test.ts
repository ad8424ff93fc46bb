import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { EmailField } from './email-field.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the hint is gone once the field shows another person', async () => {
  let value = 'ana@gmial.com';
  const field = await mount(() => EmailField({ label: 'Email', name: 'email', value, onTake: () => {} }));
  type Input = { onBlur: (event: { target: { value: string } }) => void };
  await field.act(() => findByProp<Input>(field.result, 'onBlur').props.onBlur({ target: { value } }));
  expect(findByProp(field.result, 'onClick').props).toMatchObject({ children: 'ana@gmail.com' });
  value = 'bo@example.org';
  await field.render();
  expect(() => findByProp(field.result, 'onClick')).toThrow();
});
