import { afterEach, expect, test, vi } from 'vitest';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { getToasts } from '../../ui/toast-store.ts';
import { useLostAccess } from '../frame/lost-access.ts';
import { DoorTools } from './door-tools.tsx';
import { SheetButton } from './sheet-button.tsx';

afterEach(() => vi.unstubAllGlobals());

type Sheet = Parameters<typeof SheetButton>[0];

test.each([
  [503, 'unavailable', null],
  [401, 'sign_in_first', 'signed_out'],
] as const)(
  'a sheet that cannot be printed (%i %s) leaves the desk open, which says why',
  async (status, code, lost) => {
    const message = ERROR_WORDS[code];
    vi.stubGlobal('fetch', async () => Response.json({ code, message }, { status }));
    for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
    const tools = await mount(DoorTools);
    const { props } = findByProp<Sheet>(tools.result, 'sheet');
    const desk = await mount(() => ({ lost: useLostAccess().lost, button: SheetButton(props) }));
    const button = findButton(desk.result.button, props.label);
    await desk.act(() => button.props.onClick());
    expect(getToasts()).toMatchObject([{ tone: 'error', title: 'Download Failed', description: message }]);
    const told = findByProp<{ className: string; children: string }>(
      desk.result.button.props.children[1],
      'children',
    );
    expect([told.props.children, desk.result.lost]).toEqual([message, lost]);
  },
);
