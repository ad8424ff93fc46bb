import { afterEach, expect, test, vi } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { CaseList } from './case-list.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a typed note counts as unsaved work', async () => {
  const one = {
    ...{ id: 1, kind: 'refund_failed', orderId: 42, resolvedAt: null, details: { amount: 20_00 } },
    decisions: ['dismiss', 'refund'],
  } as unknown as PaymentCase;
  const list = await mount(() => CaseList({ cases: [one] }));
  const decisions = findByProp<{ onAsk: (question: object) => void }>(list.result, 'onAsk');
  await list.act(() => decisions.props.onAsk({ one, decision: 'refund' }));
  const { type, props } = findByProp<{ decision: string }>(list.result, 'decision');
  const question = await mount(() => type(props));
  const isUnsaved = () => findByProp<{ when: boolean }>(question.result, 'when').props.when;
  const fill = (value: string) => {
    const note = findByProp<{ onChange: (event: unknown) => void }>(question.result, 'onChange');
    return question.act(() => note.props.onChange({ target: { value } }));
  };
  expect(isUnsaved()).toBe(false);
  await fill('Asked Stripe.');
  expect(isUnsaved()).toBe(true);
  await fill('');
  expect(isUnsaved()).toBe(false);
});

test('a refund is confirmed with what the question shows of it', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Response('Bad gateway', { status: 502 });
  });
  const one = {
    ...{ id: 1, kind: 'refund_failed', orderId: 42, resolvedAt: null, details: { amount: 20_00 } },
    ...{ decisions: ['dismiss', 'refund'], refund: { amount: 20_00, isWhole: false, seats: 1 } },
  } as unknown as PaymentCase;
  const list = await mount(() => CaseList({ cases: [one] }));
  const { onAsk } = findByProp<{ onAsk: (question: object) => void }>(list.result, 'onAsk').props;
  for (const decision of ['refund', 'dismiss']) {
    await list.act(() => onAsk({ one, decision }));
    const { type, props } = findByProp<{ decision: string }>(list.result, 'decision');
    const question = await mount(() => type(props));
    const { run } = findByProp<{ run: () => Promise<unknown> }>(question.result, 'run').props;
    await expect(run()).rejects.toThrow('502');
  }
  expect(sent).toEqual([
    { decision: 'refund', note: '', amount: 20_00, isWhole: false, seats: 1 },
    { decision: 'dismiss', note: '' },
  ]);
});
