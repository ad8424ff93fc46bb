import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { ErrorSummary } from './error-summary.tsx';
import { useErrorTitle } from './use-error-title.ts';

afterEach(() => vi.unstubAllGlobals());

test('the page’s title says that a form has errors, until no part of the page has any', async () => {
  const state = { hasErrors: false, hasFailed: false };
  const page = await mount(() => {
    ErrorSummary({ errors: state.hasErrors ? [{ fieldId: 'email', message: 'Required' }] : [], attempt: 0 });
    useErrorTitle(state.hasFailed);
  });
  document.title = 'Your team';
  const titleWith = async (changed: Partial<typeof state>) => {
    Object.assign(state, changed);
    await page.render();
    return document.title;
  };
  expect(await titleWith({ hasErrors: true })).toBe('Error: Your team');
  expect(await titleWith({ hasFailed: true })).toBe('Error: Your team');
  expect(await titleWith({ hasErrors: false })).toBe('Error: Your team');
  expect(await titleWith({ hasFailed: false })).toBe('Your team');
});
