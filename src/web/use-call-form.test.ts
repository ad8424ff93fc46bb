import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { mount } from '#test/mount.ts';
import { ApiError } from './api.ts';
import { useCallForm } from './use-call-form.ts';

afterEach(() => vi.unstubAllGlobals());

const schema = z.object({
  name: z.string().check(z.minLength(1, 'Name is required')),
  email: z.string().check(z.email('Valid email is required')),
});

test('the summary has what the last attempt found, whatever is typed meanwhile', async () => {
  let refusal: unknown = null;
  const page = await mount(() => {
    const form = useCallForm({ schema, initial: { name: '', email: 'ana@example.org' }, refusal });
    return { ...form, emailError: form.errorOf('email') };
  });
  const submit = () => page.act(() => page.result.submit(() => {})());
  const type = (name: 'name' | 'email', value: string) =>
    page.act(() => page.result.form.setValue(name, value, { shouldValidate: true }));
  const seen = () => [page.result.errors.map(({ message }) => message), page.result.emailError];
  const invalid = 'Valid email is required';

  await submit();
  expect(seen()).toEqual([['Name is required'], undefined]);
  await type('email', 'ana@');
  expect(seen()).toEqual([['Name is required'], invalid]);
  await submit();
  expect(seen()).toEqual([['Name is required', invalid], invalid]);
  await type('email', 'ana@example.org');
  await type('email', 'ana@');
  await type('name', 'Ana');
  expect(seen()).toEqual([['Name is required', invalid], invalid]);

  await type('email', 'ana@example.org');
  await submit();
  expect(seen()).toEqual([[], undefined]);
  refusal = new ApiError(400, 'Bad Request', { fields: { email: 'Not this one' } });
  await page.render();
  expect(seen()).toEqual([['Not this one'], 'Not this one']);

  await page.act(() => page.result.form.setValue('email', 'ben@example.org'));
  expect(seen()).toEqual([['Not this one'], undefined]);
  // The call isn't made again, so the refusal is the same.
  await type('name', '');
  await submit();
  expect(seen()).toEqual([['Name is required'], undefined]);
});
