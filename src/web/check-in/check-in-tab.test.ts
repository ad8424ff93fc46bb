import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { listCheckedIn } from '#contract/check-in.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { type Drawn, findButton, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { queryOf } from '../api.ts';
import { setBoot } from '../boot.ts';
import { getToasts } from '../ui/toast-store.ts';
import type { BandState, DeskPerson } from './band-state.ts';
import { CheckInTab } from './check-in-tab.tsx';
import { DeskLayout } from './desk-layout.tsx';
import { RecentCheckIns } from './recent-check-ins.tsx';
import { UndoCheckIn } from './undo-check-in.tsx';
import { type CheckIn, useCheckIn } from './use-check-in.ts';

vi.mock('../scanning/device-switches.tsx', () => ({ DeviceSwitches: () => null }));
vi.mock('../toasts.tsx', () => ({ loadToaster: async () => {} }));

afterEach(() => vi.unstubAllGlobals());

const person: DeskPerson = {
  ...{ firstName: 'Ben', lastName: 'Next', email: 'ben@example.org', track: null },
  ...{ id: 2, eventType: 'conference', dietaryRestrictions: null, isOrganizer: false },
  ...{ checkedInAt: null, notes: [] },
};

async function openTab() {
  const tab = await mount(() => CheckInTab({ tools: null }));
  const checkIn = () => findByProp<{ checkIn: CheckIn }>(tab.result, 'checkIn').props.checkIn;
  const { onUndone } = findByProp<{ onUndone: (one: DeskPerson) => void }>(tab.result, 'onUndone').props;
  return { tab, checkIn, undo: (id = person.id) => tab.act(() => onUndone({ ...person, id })) };
}

test.each<[string, BandState, BandState['kind']]>([
  ['clears green', { kind: 'admitted', person }, 'none'],
  ['clears a ticket that counted as used', { kind: 'used', person, detail: '' }, 'none'],
  ['keeps whoever is chosen', { kind: 'chosen', registrationId: 2, person }, 'chosen'],
  ['keeps a valid ticket', { kind: 'valid', registrationId: 2, person, token: 'code' }, 'valid'],
  ['keeps a refused ticket', { kind: 'refused', person, message: '' }, 'refused'],
])('an undo %s', async (_what, band, after) => {
  const { tab, checkIn, undo } = await openTab();
  // The function is the one of an earlier render, as after a slow response.
  await tab.act(() => checkIn().show(band));
  await undo();
  expect(checkIn().band.kind).toBe(after);
  expect(getToasts()[0]).toMatchObject({ description: 'The check-in of Ben Next was undone.' });
});

test('an undo keeps the verdict of somebody else, who was scanned meanwhile', async () => {
  const { tab, checkIn, undo } = await openTab();
  for (const kind of ['admitted', 'used'] as const) {
    await tab.act(() => checkIn().show({ kind, person, detail: '' }));
    await undo(3);
    expect(checkIn().band.kind).toBe(kind);
  }
});

test('a ticket that is being checked gets its verdict in spite of an undo', async () => {
  let respond!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  const { tab, checkIn, undo } = await openTab();
  await tab.act(() => void checkIn().validate('code'));
  await undo();
  expect(checkIn().band.kind).toBe('checking');
  const verdict = { valid: false, message: 'Unknown', reason: 'unknown', registration: null };
  await tab.act(() => respond(Response.json(verdict)));
  expect(checkIn().band).toEqual({ kind: 'refused', person: null, message: 'Unknown' });
});

test('check-ins that never came are not said to be out of date', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 502 }));
  setBoot(sampleLanding.boot);
  const list = await mount(() => RecentCheckIns({ onUndone: () => {} }));
  const failure = () => findByProp<{ query: { refetch: () => unknown } }>(list.result, 'query');
  const title = () => {
    const { type: Failure, props } = failure();
    return Failure(props).props;
  };
  expect(title()).toMatchObject({ title: 'The check-ins could not be loaded' });
  vi.stubGlobal('fetch', async () => Response.json([]));
  await list.act(() => failure().props.query.refetch());
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 502 }));
  await list.act(() => failure().props.query.refetch());
  expect(title()).toMatchObject({ title: 'This may be out of date' });
});

type Undo = Parameters<typeof UndoCheckIn>[0];

/** The desk with this verdict, and its undo; throws if it has none. */
async function openDesk(band: BandState) {
  const desk = await mount(() => {
    const checkIn = useCheckIn();
    const layout = { checkIn, waiting: null, children: null, whyNot: '', onCheckIn: () => {} };
    return { checkIn, drawn: DeskLayout(layout) };
  });
  await desk.act(() => desk.result.checkIn.show(band));
  return { desk, undo: () => findByProp<Undo>(desk.result.drawn, 'onUndone').props };
}

test('an empty note closes with the next verdict, but not because its text is deleted', async () => {
  const valid: BandState = { kind: 'valid', registrationId: 2, person, token: 'code' };
  const desk = await mount(() => {
    const checkIn = useCheckIn();
    const drawn = DeskLayout({ checkIn, waiting: null, children: null, whyNot: null, onCheckIn: () => {} });
    const { type: Form, props } = findByProp<{ onCheckIn: () => void }>(drawn, 'onCheckIn');
    return { checkIn, form: Form(props) };
  });
  const field = () =>
    findByProp<{ maxLength: number; onChange: (event: unknown) => void }>(desk.result.form, 'maxLength');
  const type = (value: string) => desk.act(() => field().props.onChange({ target: { value } }));
  await desk.act(() => desk.result.checkIn.show(valid));
  await desk.act(findButton(desk.result.form, 'Add a note').props.onClick);
  await type('Wheelchair');
  await desk.act(() => desk.result.checkIn.clear());
  await desk.act(() => desk.result.checkIn.show({ ...valid }));
  await type('');
  field();
  await desk.act(() => desk.result.checkIn.show({ kind: 'admitted', person }));
  expect(field).toThrow('maxLength');
});

/** The question that the undo's button opens, beside the list of check-ins. */
async function askToUndo(props: Undo) {
  const button = await mount(() => UndoCheckIn(props));
  await button.act(findByProp<{ onClick: () => void }>(button.result, 'onClick').props.onClick);
  const { type: Question, props: asked } = button.result as Drawn<Undo>;
  return mount(() => {
    useQuery(queryOf(listCheckedIn));
    return Question(asked);
  });
}

const usedAt = (checkedInAt: string | null): BandState => ({
  ...{ kind: 'used', person: { ...person, checkedInAt }, detail: '' },
});
const AT = '2025-09-20T14:05:00.000Z';

test('an admission can be undone at its used ticket, and no other one with it', async () => {
  const { desk, undo } = await openDesk(usedAt(AT));
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    calls.push(`${method} ${url} ${body ?? ''}`.trim());
    return method === 'GET'
      ? Response.json([])
      : Response.json({ code: 'changed_meanwhile', message: ERROR_WORDS.changed_meanwhile }, { status: 409 });
  });
  const question = await askToUndo(undo());
  await question.act(
    findByProp<{ busy: boolean; onClick: () => void }>(question.result, 'busy').props.onClick,
  );
  const list = 'GET /api/admin/checked-in';
  expect(calls).toEqual([list, `POST /api/admin/check-in/2/undo {"seen":"${AT}"}`, list]);
  await desk.act(() => undo().onUndone());
  expect(desk.result.checkIn.band.kind).toBe('none');
  expect(getToasts()[0]).toMatchObject({ description: 'The check-in of Ben Next was undone.' });
});

test('an undo that is answered only after the next scan leaves the focus and the new verdict alone', async () => {
  const { desk, undo } = await openDesk(usedAt(AT));
  const { onUndone } = undo();
  const { box } = findByProp<{ box: { current: unknown } }>(desk.result.drawn, 'box').props;
  const focus = vi.fn();
  box.current = { focus };
  await desk.act(() => desk.result.checkIn.show({ kind: 'admitted', person: { ...person, id: 3 } }));
  await desk.act(onUndone);
  expect([desk.result.checkIn.band.kind, focus.mock.calls.length]).toEqual(['admitted', 0]);
  expect(getToasts()[0]).toMatchObject({ description: 'The check-in of Ben Next was undone.' });
});

test('a failure that was overtaken stays beside the next verdict until it is read', async () => {
  const { desk } = await openDesk(usedAt(AT));
  const notice = () =>
    findByProp<{ action: ReactNode; children: ReactNode }>(desk.result.drawn, 'action').props;
  await desk.act(() => desk.result.checkIn.miss(1, 'Ada Door: No.'));
  expect(textIn(notice().children)).toBe('Ada Door: No.');
  await desk.act(findButton(notice().action, 'OK').props.onClick);
  expect(notice).toThrow('action');
});

test('what is not known to be an admission has no undo', async () => {
  const chosen: BandState = { kind: 'chosen', registrationId: 2, person: { ...person, checkedInAt: AT } };
  for (const band of [usedAt(null), chosen]) {
    expect((await openDesk(band)).undo).toThrow('onUndone');
  }
});

test('an admission that somebody else has undone meanwhile counts as undone here, too', async () => {
  const { undo } = await openDesk(usedAt(AT));
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    method === 'GET'
      ? Response.json([])
      : Response.json({ code: 'not_checked_in', message: ERROR_WORDS.not_checked_in }, { status: 409 }),
  );
  const onUndone = vi.fn();
  const question = await askToUndo({ ...undo(), onUndone });
  await question.act(
    findByProp<{ busy: boolean; onClick: () => void }>(question.result, 'busy').props.onClick,
  );
  expect(onUndone).toHaveBeenCalledOnce();
});
