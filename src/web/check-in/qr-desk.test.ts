import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { localStore } from '../storage.ts';
import { getToasts } from '../ui/toast-store.ts';
import type { BandState } from './band-state.ts';
import { CodeBox } from './code-box.tsx';
import { QrDesk } from './qr-desk.tsx';
import { useCheckIn } from './use-check-in.ts';

/** What the camera reads goes here. */
let seeByCamera: (code: string) => void;
let isCameraPaused: () => boolean;
vi.mock('../scanning/use-scanner.ts', async (load) => {
  const { useScanner } = await load<typeof import('../scanning/use-scanner.ts')>();
  return {
    useScanner: (options: Parameters<typeof useScanner>[0]) => {
      seeByCamera = options.onCode;
      isCameraPaused = options.isPaused!;
      return useScanner(options);
    },
  };
});

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => {
  localStore.remove('door-continuous');
  vi.unstubAllGlobals();
});

const person = (firstName: string, id: number) => ({
  ...{ id, firstName, lastName: 'Door', email: 'a@example.org', track: null, dietaryRestrictions: null },
  ...{ orderId: 1, eventType: 'conference', packageLabel: 'Team', isOrganizer: false, notes: [] },
  ...{ checkedIn: false, checkedInAt: null, checkedInBy: null, checkedInDoor: null },
});
const valid = (firstName: string, id: number) =>
  Response.json({ valid: true, message: '', reason: 'valid', registration: person(firstName, id) });
const admitted = (firstName: string, id: number) => Response.json({ registration: person(firstName, id) });
const invalid = () => Response.json({ valid: false, message: 'No.', reason: 'unknown', registration: null });
const refused = () => Response.json({ code: 'internal', message: 'No.' }, { status: 500 });

interface Box {
  readonly value: string;
  readonly onChange: (event: unknown) => void;
  readonly onKeyDown: (event: unknown) => void;
}

/** The desk with its code box, which holds the keyboard. Calls get their responses in turn. */
async function openDesk() {
  const calls: { body: { qrToken: string }; respond: (response: Response) => void }[] = [];
  vi.stubGlobal(
    'fetch',
    (_url: string, { body }: { body: string }) =>
      new Promise<Response>((respond) => calls.push({ body: JSON.parse(body), respond })),
  );
  const missed = vi.fn();
  const desk = await mount(() => {
    const checkIn = useCheckIn();
    missed.mockImplementation(checkIn.miss);
    const drawn = QrDesk({ checkIn: { ...checkIn, miss: missed }, methods: null });
    return {
      checkIn,
      drawn,
      box: CodeBox(findByProp<Parameters<typeof CodeBox>[0]>(drawn, 'onAdmit').props),
    };
  });
  const box = () => findByProp<Box>(desk.result.box, 'onKeyDown').props;
  const type = (value: string) => desk.act(() => box().onChange({ target: { value } }));
  /** As a browser does: unless prevented, Enter presses the button, which is inert while busy. */
  const enter = () =>
    desk.act(() => {
      const preventDefault = vi.fn();
      box().onKeyDown({ key: 'Enter', repeat: false, preventDefault });
      const { busy } = findByProp<{ busy: boolean }>(desk.result.box, 'busy').props;
      if (preventDefault.mock.calls.length > 0 || busy) return;
      findByProp<{ onSubmit: (event: unknown) => void }>(desk.result.box, 'onSubmit').props.onSubmit({
        preventDefault,
      });
    });
  const respond = (response: Response) => desk.act(() => calls.shift()!.respond(response));
  const scan = async (code: string) => {
    await type(code);
    await enter();
  };
  const hold = (code: string) => desk.act(() => seeByCamera(code));
  return {
    ...{ type, enter, scan, hold, respond },
    shown: () => ({
      kind: desk.result.checkIn.band.kind,
      box: box().value,
      asked: calls.map(({ body }) => body.qrToken),
      toast: getToasts().map(({ title, open }) => open && title)[0],
      missed: desk.result.checkIn.missed.size,
    }),
    band: () => desk.result.checkIn.band,
    pick: (next: BandState) => desk.act(() => desk.result.checkIn.show(next)),
    ...{ leave: desk.unmount, missed },
    whyNot: () => findByProp<{ whyNot: string | null }>(desk.result.drawn, 'whyNot').props.whyNot,
  };
}

test('a ticket that is scanned while another is being checked in comes next', async () => {
  const { scan, enter, respond, shown } = await openDesk();
  await scan('ANN');
  await respond(valid('Ann', 1));
  await enter();
  await scan('BEN');
  expect(shown()).toMatchObject({ kind: 'valid', box: 'BEN', asked: ['ANN'] });
  // Once more, and Enter alone, change nothing.
  await scan('BEN');
  await enter();
  await respond(admitted('Ann', 1));
  expect(shown()).toMatchObject({ kind: 'checking', box: 'BEN', asked: ['BEN'] });
  await respond(valid('Ben', 2));
  await enter();
  await respond(admitted('Ben', 2));
  expect(shown()).toMatchObject({ kind: 'admitted', box: '', asked: [] });
});

test.each([
  ['a ticket is being checked', ['ANN'], 1],
  ['another one waits, too', ['ANN', 'BEN'], 2],
])(
  'if the method of check-in is changed while %s, they have to be scanned again',
  async (_, codes, refused) => {
    const { scan, leave, missed } = await openDesk();
    for (const code of codes) await scan(code);
    await leave();
    expect(missed).toHaveBeenCalledTimes(refused);
    expect(getToasts()[0]).toMatchObject({ open: true, title: 'Last Scan Not Checked' });
  },
);

test('in continuous mode, leaving while a ticket is validated admits nobody, and a check-in under way is not called unchecked', async () => {
  localStore.set('door-continuous', 'true');
  const early = await openDesk();
  await early.scan('ANN');
  await early.leave();
  await early.respond(valid('Ann', 1));
  expect(early.shown().asked).toEqual([]);
  const late = await openDesk();
  await late.scan('ANN');
  await late.respond(valid('Ann', 1));
  await late.leave();
  await late.respond(admitted('Ann', 1));
  expect(late.missed).not.toHaveBeenCalled();
});

test('the code of a ticket that was refused stays in its box, to be compared with the ticket', async () => {
  const { scan, respond, shown } = await openDesk();
  await scan('ANN');
  await respond(invalid());
  expect(shown()).toMatchObject({ kind: 'refused', box: 'ANN' });
});

test('the late verdict on a ticket does not replace somebody who was picked meanwhile', async () => {
  for (const late of [valid('Ann', 1), invalid(), refused()]) {
    const { scan, pick, respond, band } = await openDesk();
    await scan('ANN');
    const picked = { kind: 'chosen', person: person('Ben', 2), registrationId: 2 } as BandState;
    await pick(picked);
    await respond(late);
    expect(band()).toEqual(picked);
  }
});

test('in continuous mode, too, a ticket waits for the one before it, and a third is refused', async () => {
  localStore.set('door-continuous', 'true');
  const { scan, respond, shown } = await openDesk();
  await scan('ANN');
  await respond(valid('Ann', 1));
  await scan('BEN');
  await scan('CAT');
  expect(shown()).toMatchObject({ box: '', toast: 'Last Scan Not Checked' });
  await respond(admitted('Ann', 1));
  expect(shown()).toMatchObject({ kind: 'checking', asked: ['BEN'], missed: 1 });
  await respond(invalid());
  await scan('CAT');
  expect(shown()).toMatchObject({ asked: ['CAT'], missed: 0 });
});

test.each([
  ['cannot be checked in', true, refused, 'valid'],
  ['is not valid', false, invalid, 'refused'],
] as const)(
  'if the ticket before it %s, that stays shown, and the waiting one has to be scanned again',
  async (_what, isKnown, response, kind) => {
    const { scan, enter, respond, shown } = await openDesk();
    await scan('ANN');
    if (isKnown) {
      await respond(valid('Ann', 1));
      await enter();
    }
    await scan('BEN');
    await respond(response());
    expect(shown()).toEqual({ kind, box: '', asked: [], toast: 'Last Scan Not Checked', missed: 1 });
  },
);

test('a code that is still being typed stays in the box when the one before it is checked in', async () => {
  const { scan, enter, type, respond, shown } = await openDesk();
  await scan('ANN');
  await respond(valid('Ann', 1));
  await enter();
  await type('BE');
  await respond(admitted('Ann', 1));
  expect(shown()).toMatchObject({ kind: 'admitted', box: 'BE', asked: [] });
});

test('a ticket held in front of the camera replaces what is half typed, and Enter checks it in', async () => {
  const { type, enter, hold, respond, shown } = await openDesk();
  await type('BE');
  await hold('ANN');
  expect(shown()).toMatchObject({ kind: 'checking', box: '', asked: ['ANN'] });
  await respond(valid('Ann', 1));
  await enter();
  await respond(admitted('Ann', 1));
  expect(shown()).toMatchObject({ kind: 'admitted', box: '', asked: [] });
});

test.each([
  ['as of its check-in', true, '2025-09-20T14:05:00.000Z'],
  ['as it was scanned, if it cannot be validated again', false, null],
])('a ticket that was used elsewhere before the press is shown %s', async (_what, isRead, at) => {
  const { scan, enter, respond, band } = await openDesk();
  await scan('ANN');
  await respond(valid('Ann', 1));
  await enter();
  await respond(Response.json({ code: 'already_checked_in', message: 'In.' }, { status: 409 }));
  const used = { ...person('Ann', 1), checkedIn: true, checkedInAt: at };
  const verdict = { valid: false, message: 'In.', reason: 'already_checked_in', registration: used };
  await respond(isRead ? Response.json(verdict) : refused());
  expect(band()).toMatchObject({
    kind: 'used',
    detail: 'In.',
    person: { firstName: 'Ann', checkedInAt: at },
  });
});

test('while a dialog hides the verdict, no ticket is taken, and a scanned one has to be scanned again', async () => {
  const { scan, shown } = await openDesk();
  expect(isCameraPaused()).toBe(false);
  Object.assign(document, { querySelector: () => ({}) });
  expect(isCameraPaused()).toBe(true);
  await scan('ANN');
  expect(shown()).toEqual({ kind: 'none', box: '', asked: [], toast: 'Last Scan Not Checked', missed: 1 });
});

test('a ticket whose check failed is not called invalid', async () => {
  const { scan, respond, shown, whyNot } = await openDesk();
  await scan('ANN');
  await respond(refused());
  expect([shown().kind, whyNot()]).toEqual(['failed', 'Scan the ticket again, or type its code.']);
});
