import type { KeyboardEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { ada } from '#test/flow-stage.ts';
import { mount } from '#test/mount.ts';
import type { DoorEngine, DoorState } from '../engine/door-engine.ts';
import { FindScreen } from './find-screen.tsx';

interface Field {
  value: string;
  onValueChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

afterEach(() => vi.unstubAllGlobals());

test('Enter hides the keyboard and never admits, because the only match may be somebody else', async () => {
  const onChoose = vi.fn();
  const engine = { find: () => [{ person: ada, inSince: null, verdict: 'admit' }] } as Partial<DoorEngine>;
  const screen = await mount(() =>
    FindScreen({ engine: engine as DoorEngine, state: {} as DoorState, onChoose, onBack: () => {} }),
  );
  const field = () => findByProp<Field>(screen.result, 'onKeyDown').props;
  await screen.act(() => field().onValueChange('peter sample'));
  const blur = vi.fn();
  const press = (key: string, isComposing = false) =>
    field().onKeyDown({ key, nativeEvent: { isComposing }, currentTarget: { blur } } as never);
  press('e');
  press('Enter', true);
  expect([field().value, onChoose.mock.calls, blur.mock.calls]).toEqual(['peter sample', [], []]);
  press('Enter');
  expect([onChoose.mock.calls, blur.mock.calls]).toEqual([[], [[]]]);
});
