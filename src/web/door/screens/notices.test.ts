import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { DoorState } from '../engine/door-engine.ts';
import { CameraView } from './camera-view.tsx';
import { Notices } from './notices.tsx';

vi.mock('../../scanning/use-scanner.ts', () => ({
  useScanner: () => ({ state: 'on', start: async () => {}, camera: null, problem: null }),
}));

afterEach(() => vi.unstubAllGlobals());

function draw(state: Partial<DoorState>): string {
  const flags = { clockProblem: false, mayHaveEnded: false };
  const quiet = { storage: 'kept', refused: [], news: [], today: '2025-09-20', ...flags };
  return renderToString(
    createElement(Notices, { state: { ...quiet, ...state } as DoorState, onRead: () => {} }),
  );
}

test('what a volunteer confirms comes first; what stays shows its title, and its text when tapped', () => {
  const refused = [{ scan: 'a', person: 'Jane Sample', message: 'This ticket was canceled.' }];
  const html = draw({ storage: 'full', refused, clockProblem: true } as Partial<DoorState>);
  const shown = html
    .replaceAll(/<\/summary>.*?<\/details>/gs, '')
    .replaceAll(/<[^>]*>/g, '|')
    .match(/[^|]+/g);
  expect(shown).toEqual([
    'Not accepted: Jane Sample',
    'This ticket was canceled.',
    'OK',
    ': ',
    'Not accepted: Jane Sample',
    'This phone is full',
    'This phone’s clock may be wrong',
  ]);
});

test('a refused scan that was read is not shown again, but the next one is', async () => {
  const refused = ['a', 'b'].map((scan) => ({ scan, person: scan, message: 'This ticket was canceled.' }));
  const state = { storage: 'kept', refused, news: [], clockProblem: false, mayHaveEnded: false };
  const notices = await mount(() => Notices({ state: state as unknown as DoorState, onRead: () => {} }));
  const first = () => findByProp<{ title: string; onRead: () => void }>(notices.result, 'onRead').props;
  expect(first().title).toBe('Not accepted: a');
  await notices.act(() => first().onRead());
  expect(first().title).toBe('Not accepted: b');
  await notices.act(() => first().onRead());
  expect(first).toThrow('onRead');
});

test('a phone whose invitation may have expired says so, and does not blame its clock', () => {
  const html = draw({ mayHaveEnded: true });
  expect(html).toContain('invitation may have expired');
  expect(html).toContain('count only after it joins again');
  expect(html).not.toContain('clock may be wrong');
});

test('on a day that is not an event day, the phone says that check-ins are a rehearsal', () => {
  const shown = ['2025-09-18', '2025-09-19', '2025-09-20', '2025-09-21'].map((today) =>
    draw({ today } as Partial<DoorState>).includes('check-ins don’t count'),
  );
  expect(shown).toEqual([true, false, false, true]);
});

test('a flashlight that fails is announced over the camera, until that is read', async () => {
  const takeFocus = vi.fn();
  const calls = { onCode: () => {}, isPaused: () => false, onFind: () => {}, takeFocus };
  const camera = await mount(() => CameraView({ ...calls, children: null }));
  const notice = () => findByProp<{ title: string; onRead: () => void }>(camera.result, 'onRead').props;
  expect(notice).toThrow('onRead');
  const tools = findByProp<{ onLightFailure: (sentence: string) => void }>(camera.result, 'onLightFailure');
  await camera.act(() => tools.props.onLightFailure('Couldn’t turn on the flashlight.'));
  expect(notice().title).toBe('Couldn’t turn on the flashlight.');
  await camera.act(() => notice().onRead());
  expect(notice).toThrow('onRead');
  expect(takeFocus).toHaveBeenCalledOnce();
});
