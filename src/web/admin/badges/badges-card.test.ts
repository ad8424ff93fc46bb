import { afterEach, expect, test, vi } from 'vitest';
import { findButton, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { FileRow } from './badges-card.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a file’s last failure is shown, not an earlier one of its other button', async () => {
  const made = { file: 'a', badges: 3, madeAt: '2025-07-15T16:00:00.000Z', byHand: [] };
  vi.stubGlobal('fetch', async (url: string) => {
    const message = url.endsWith('printed') ? 'Not marked.' : 'Not discarded.';
    return Response.json({ code: 'internal', message }, { status: 500 });
  });
  const row = await mount(() => FileRow({ made, format: 'letter' }));
  const press = (button: string) => row.act(() => findButton(row.result, button).props.onClick());
  await press('Mark as printed');
  expect(textIn(row.result)).toContain('Not marked.');
  await press('Discard');
  expect(textIn(row.result)).toContain('Not discarded.');
});
