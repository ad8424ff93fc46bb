import { afterEach, expect, test, vi } from 'vitest';
import { PAGE_SIZE } from '#contract/paging.ts';
import { findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { Failing } from '../load-failure.tsx';
import { getToasts } from '../ui/toast-store.ts';
import type { DeskPerson } from './band-state.ts';
import { ManualDesk } from './manual-desk.tsx';
import { useCheckIn } from './use-check-in.ts';

/** What a handheld scanner does. */
let scan: (code: string) => void;
// Its timer would go off after the test.
vi.mock('../use-debounced.ts', () => ({ useDebounced: (value: unknown) => value }));
vi.mock('../scanning/use-key-burst.ts', () => ({ useKeyBurst: (onCode: typeof scan) => (scan = onCode) }));

afterEach(() => vi.unstubAllGlobals());

const ADA = { id: 1, firstName: 'Ada', lastName: 'Door' };
const BEN = { id: 2, firstName: 'Ben', lastName: 'Next' };

const AT = '2025-09-20T14:05:00.000Z';

const details = {
  ...{ email: 'a@example.org', track: null, dietaryRestrictions: null, isOrganizer: false, notes: [] },
  eventType: 'conference',
} as const;
const chosen = (one: typeof ADA) => {
  const person: DeskPerson = { ...one, ...details, checkedInAt: null };
  return { kind: 'chosen', registrationId: one.id, person } as const;
};
const registration = {
  ...{ ...ADA, ...details, orderId: 1, packageLabel: 'Team' },
  ...{ checkedIn: true, checkedInAt: null, checkedInBy: null, checkedInDoor: null },
};
const admitted = () => Response.json({ registration });
const refused = (status: number, code: string) => () => Response.json({ code, message: 'No.' }, { status });

/** Ada is searched for, and her check-in is started; it gets its response later. */
async function startCheckIn(start: 'chosen' | 'scanned' = 'chosen') {
  let respond!: (response: Response) => void;
  let sent: { seen?: unknown; pressId?: string } = {};
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    if (url.endsWith('validate-qr'))
      return Promise.resolve(Response.json({ valid: true, message: '', reason: 'valid', registration }));
    sent = JSON.parse(body);
    return new Promise<Response>((resolve) => {
      respond = resolve;
    });
  });
  const desk = await mount(() => {
    const checkIn = useCheckIn();
    return { checkIn, drawn: ManualDesk({ checkIn, methods: null }) };
  });
  const lookup = () =>
    findByProp<{ search: string; onSearchChange: (search: string) => void }>(desk.result.drawn, 'search')
      .props;
  const type = (search: string) => desk.act(() => lookup().onSearchChange(search));
  const choose = (one: typeof ADA) => desk.act(() => desk.result.checkIn.show(chosen(one)));
  const press = () =>
    desk.act(findByProp<{ onCheckIn: () => void }>(desk.result.drawn, 'onCheckIn').props.onCheckIn);
  await type('ada');
  if (start === 'scanned') await desk.act(() => void desk.result.checkIn.validateAndAdmit('code'));
  else {
    await choose(ADA);
    await press();
  }
  return {
    press,
    pressId: () => sent.pressId,
    type,
    choose,
    scan: () => desk.act(() => scan('code')),
    respond: (response: Response) => desk.act(() => respond(response)),
    seen: () => sent.seen,
    shown: () => {
      const { band, failure, missed } = desk.result.checkIn;
      const toasts = getToasts().map(({ title, description }) => `${title}: ${description}`);
      return { band, failure, missed: [...missed.values()], toasts, search: lookup().search };
    },
  };
}

const SUCCESS = 'Check-in Successful: Ada Door checked in successfully';

test('a check-in shows its result, and empties the search for the next person', async () => {
  const { choose, respond, shown } = await startCheckIn();
  // Choosing her again changes nothing.
  await choose(ADA);
  await respond(admitted());
  expect(shown()).toMatchObject({
    band: { kind: 'admitted', person: { firstName: 'Ada' } },
    search: '',
    toasts: [SUCCESS],
  });
});

test('a check-in sends who was chosen, and says who was admitted', async () => {
  const { respond, seen, shown } = await startCheckIn();
  expect(seen()).toEqual({ firstName: 'Ada', lastName: 'Door', email: 'a@example.org' });
  await respond(Response.json({ registration: { ...registration, firstName: 'Adah' } }));
  expect(shown().toasts).toEqual([SUCCESS.replace('Ada', 'Adah')]);
});

test('whoever got the seat in the meantime has to be chosen anew', async () => {
  const { respond, shown } = await startCheckIn();
  await respond(refused(409, 'changed_meanwhile')());
  expect(shown()).toMatchObject({ band: { kind: 'refused', message: 'No.' }, failure: null });
});

test.each([
  ['an error of the server', refused(500, 'internal'), true],
  ['a response that nobody can read', () => Response.json({}), true],
  ['a refusal', refused(429, 'too_many_requests'), false],
])(
  'after %s, pressing again is the same press only if it may have been stored',
  async (_, response, isSame) => {
    const { press, pressId, respond } = await startCheckIn();
    const first = pressId();
    await respond(response());
    await press();
    expect(pressId() === first).toBe(isSame);
  },
);

test.each([
  ['succeeds', admitted, SUCCESS, []],
  ['is refused', refused(409, 'already_checked_in'), 'Check-in Failed: Ada Door: No.', ['Ada Door: No.']],
  ['fails', refused(500, 'internal'), 'Check-in Failed: Ada Door: No.', ['Ada Door: No.']],
])(
  'a check-in that %s once the next person is chosen leaves them and their search, and a failure stays',
  async (_what, response, toast, missed) => {
    const { type, choose, respond, shown } = await startCheckIn();
    await type('ben');
    await choose(BEN);
    await respond(response());
    expect(shown()).toEqual({ band: chosen(BEN), failure: null, missed, search: 'ben', toasts: [toast] });
  },
);

test('a failure that was overtaken is gone once that person is tried again', async () => {
  const { choose, press, respond, shown } = await startCheckIn();
  await choose(BEN);
  await respond(refused(500, 'internal')());
  await press();
  await respond(Response.json({ registration: { ...registration, ...BEN } }));
  expect(shown().missed).toEqual(['Ada Door: No.']);
  await choose(ADA);
  await press();
  expect(shown().missed).toEqual([]);
});

test('the result of a scan, too, is only a toast once the next person is shown', async () => {
  const { choose, respond, shown } = await startCheckIn('scanned');
  await choose(BEN);
  await respond(admitted());
  expect(shown()).toMatchObject({ band: chosen(BEN), toasts: [SUCCESS] });
});

test('a ticket that is scanned while somebody is being checked in comes next', async () => {
  const { scan, respond, shown } = await startCheckIn();
  await scan();
  await respond(admitted());
  expect(shown()).toMatchObject({ band: { kind: 'valid', token: 'code' }, search: '' });
});

test('a ticket scanned again after its own turn comes next, too', async () => {
  const { choose, press, scan, respond, shown } = await startCheckIn();
  await respond(admitted());
  await scan();
  await choose(BEN);
  await press();
  await scan();
  await respond(admitted());
  expect(shown()).toMatchObject({ band: { kind: 'valid', token: 'code' } });
});

test.each([
  [true, { kind: 'used', detail: 'Already checked in at 8:05 AM.', person: { id: 1, checkedInAt: AT } }],
  [false, { kind: 'chosen', registrationId: 1, person: { checkedInAt: null } }],
])(
  'somebody found by name is offered for check-in, unless already in (in: %s)',
  async (checkedInToday, band) => {
    const found = { ...registration, checkedInAt: AT, checkedInToday, createdAt: AT };
    vi.stubGlobal('fetch', async () => Response.json([found], { headers: { 'x-total-count': '1' } }));
    const desk = await mount(() => {
      const checkIn = useCheckIn();
      const drawn = ManualDesk({ checkIn, methods: null });
      const { type: Lookup, props } = findByProp<{ onSearchChange: unknown }>(drawn, 'onSearchChange');
      return { checkIn, lookup: Lookup(props) };
    });
    await desk.act(findByProp<{ onChoose: () => void }>(desk.result.lookup, 'onChoose').props.onChoose);
    expect(desk.result.checkIn.band).toMatchObject(band);
    expect(findByProp<{ isChosen: boolean }>(desk.result.lookup, 'isChosen').props.isChosen).toBe(true);
  },
);

test('people beyond the first page that cannot be loaded are said to be missing, and trying again loads them', async () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({
    ...registration,
    id,
    checkedInToday: false,
    createdAt: AT,
  }));
  let isDown = false;
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'https://example.org').searchParams.get('page'));
    const headers = { 'x-total-count': '60' };
    return isDown ? Response.json({}, { status: 503 }) : Response.json(rows.slice(0, PAGE_SIZE), { headers });
  });
  const desk = await mount(() => {
    const drawn = ManualDesk({ checkIn: useCheckIn(), methods: null });
    const { type: Lookup, props } = findByProp<{ onSearchChange: unknown }>(drawn, 'onSearchChange');
    return Lookup(props);
  });
  isDown = true;
  await desk.act(() => findButton(desk.result, 'more').props.onClick());
  const { query, title } = findByProp<{ query: Failing; title: string }>(desk.result, 'query').props;
  expect([title, query.data]).toEqual(['More people could not be loaded', undefined]);
  await desk.act(query.refetch);
  expect(asked).toEqual(['1', '2', '2']);
});
