import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Tries to leave the page, is asked about unsaved work, and stays. */
export async function keepEditing(page: Page, leave: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const left = leave();
  const question = await asked;
  expect(question.message()).toBe('Discard what you typed? It has not been saved.');
  await question.dismiss();
  await left;
}
