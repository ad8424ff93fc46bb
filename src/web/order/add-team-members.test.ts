import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { event } from '#content/event.ts';
import { getOrderConfirmation, type Registration } from '#contract/orders.ts';
import { encodeResponse } from '#contract/route.ts';
import { findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import { syncClock } from '../clock.ts';
import type { TeamForm } from '../team/team-form.ts';
import { getToasts } from '../ui/toast-store.ts';
import { AddTeamMembers } from './add-team-members.tsx';
import { confirmationQuery } from './order-queries.ts';
import { withRegistration } from './seats.ts';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouterState: () => '',
}));

afterEach(() => vi.unstubAllGlobals());

test('the roster is disabled while its people are sent, and the button has the focus', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 3, freeSeats: 2, attendeeDataStatus: 'partial' });
  const data = { order, registrations: [sampleRegistration()] };
  const page = await mount(() => AddTeamMembers({ data }));
  const team = () => findByProp<{ value: TeamForm }>(page.result, 'value').props.value;
  const isDisabled = () => findByProp<{ disabled: boolean }>(page.result, 'disabled').props.disabled;
  for (const [row, name] of ['Ana', 'Bo'].entries()) {
    await page.act(() => team().change(`others.${row}.firstName`, name));
    await page.act(() => team().change(`others.${row}.lastName`, 'Sample'));
    await page.act(() => team().change(`others.${row}.email`, `${name}@example.org`));
  }
  expect(isDisabled()).toBe(false);

  const submitter = { focus: vi.fn() };
  const { props } = findByProp<{ onSubmit: (event: object) => void }>(page.result, 'onSubmit');
  await page.act(() => props.onSubmit({ preventDefault: () => {}, nativeEvent: { submitter } }));
  expect([isDisabled(), submitter.focus.mock.calls.length]).toEqual([true, 1]);
  await page.act(() => responses[0]!(Response.json(sampleRegistration({ firstName: 'Ana' }))));
  // Bo has moved up to Ana's row, and is being sent.
  expect([team().rows[0]!.firstName, responses.length, isDisabled()]).toEqual(['Bo', 2, true]);
  await page.act(() => responses[1]!(Response.json({}, { status: 500 })));
  expect([team().rows[0]!.firstName, isDisabled()]).toEqual(['Bo', false]);
});

test.each([
  [3, 'No seat is left for anyone else.', 'No free seat left for this person'],
  [4, 'If you meant someone else, change the name or the email and add them again.', undefined],
])(
  'after a lost response, an order of %i seats is read again before the form asks about a second person, if a seat is left',
  async (seats, next, note) => {
    setBoot(sampleLanding.boot);
    const order = sampleOrder({
      teamMemberCount: seats,
      freeSeats: seats - 1,
      attendeeDataStatus: 'partial',
    });
    const registrations = [sampleRegistration()];
    const responses = [
      Response.json({}, { status: 502 }),
      Response.json({ code: 'same_person', message: 'Already on your team' }, { status: 409 }),
      Response.json({}, { status: 403 }),
    ];
    vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
      if (method === 'GET') {
        const present = { ...order, freeSeats: seats - registrations.length };
        return Response.json(encodeResponse(getOrderConfirmation, { order: present, registrations }));
      }
      // A colleague takes the last seat meanwhile.
      registrations.push(sampleRegistration({ id: registrations.length + 1, firstName: 'Ana' }));
      return responses.shift()!;
    });
    const { queryKey, ...query } = confirmationQuery(order.transactionId);
    const page = await mount(() => {
      const { data } = useQuery({
        queryKey,
        ...query,
        initialData: { order, registrations: [sampleRegistration()] },
      });
      return AddTeamMembers({ data });
    });
    const failure = () =>
      findByProp<{ tone: string; children: ReactElement<{ children: string }>[] }>(page.result, 'tone').props
        .children[0]!.props.children;
    const team = () => findByProp<{ value: TeamForm }>(page.result, 'value').props.value;
    const send = () => {
      const { props } = findByProp<{ onSubmit: (event: object) => void }>(page.result, 'onSubmit');
      return page.act(() => props.onSubmit({ preventDefault: () => {}, nativeEvent: {} }));
    };
    for (const [field, value] of Object.entries({
      firstName: 'Ana',
      lastName: 'Sample',
      email: 'ana@example.org',
    }))
      await page.act(() => team().change(`others.0.${field as 'email'}`, value));
    await send();
    expect(failure()).toBe('It may have been saved. Look at your team before you try again.');
    expect([team().seated.length, team().rows.length]).toEqual([2, seats - 2]);
    await send();
    expect(textIn(page.result)).toContain(
      `This order already has a person with this name and email. ${next}`,
    );
    const confirmation = () =>
      findByProp<{ confirmLabel: string }>(page.result, 'confirmLabel').props.confirmLabel;
    if (note) expect(confirmation).toThrow();
    else expect(confirmation()).toBe('Yes, add this person');
    expect([team().seated.length, team().noteOf!(0)]).toEqual([3, note]);
    await send();
    expect(failure()).toBe('Failed to add team member. Please try again.');
  },
);

test('the sentence about an added person waits for the number of seats after it', async () => {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 3, freeSeats: 2, attendeeDataStatus: 'partial' });
  const before = { order, registrations: [sampleRegistration()] };
  const ana = sampleRegistration({ id: 12, firstName: 'Ana', lastName: 'Sample' });
  let read = (_: Response) => {};
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    method === 'GET'
      ? new Promise<Response>((resolve) => {
          read = resolve;
        })
      : Response.json(ana),
  );
  const page = await mount(() => {
    const { data } = useQuery({ ...confirmationQuery(order.transactionId), initialData: before });
    return AddTeamMembers({ data });
  });
  const team = () => findByProp<{ value: TeamForm }>(page.result, 'value').props.value;
  for (const [field, value] of [
    ['firstName', 'Ana'],
    ['lastName', 'Sample'],
    ['email', 'ana@example.org'],
  ] as const)
    await page.act(() => team().change(`others.0.${field}`, value));
  const { props } = findByProp<{ onSubmit: (event: object) => void }>(page.result, 'onSubmit');
  await page.act(() => props.onSubmit({ preventDefault: () => {}, nativeEvent: {} }));
  expect(textIn(page.result)).not.toContain('has a seat now');
  const after = withRegistration(before, ana);
  await page.act(() => read(Response.json(encodeResponse(getOrderConfirmation, after))));
  expect(textIn(page.result)).toContain('Ana Sample has a seat now. 1 seat still needs a name.');
});

test('the page’s title says that the server refused a person', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 403 }));
  const { page, team, type } = await openForm();
  document.title = 'Order confirmation';
  await type(0, 'Ana');
  await page.act(() => team().change('others.0.lastName', 'Sample'));
  await page.act(() => team().change('others.0.email', 'ana@example.org'));
  expect(document.title).toBe('Order confirmation');
  const { props } = findByProp<{ onSubmit: (event: object) => void }>(page.result, 'onSubmit');
  await page.act(() => props.onSubmit({ preventDefault: () => {}, nativeEvent: {} }));
  expect(document.title).toBe('Error: Order confirmation');
});

test('a pasted list counts as unsaved work until its people have their seats', async () => {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 3, freeSeats: 2, attendeeDataStatus: 'partial' });
  const data = { order, registrations: [sampleRegistration()] };
  const page = await mount(() => AddTeamMembers({ data }));
  const isUnsaved = () => findByProp<{ when: boolean }>(page.result, 'when').props.when;
  const team = () => findByProp<{ value: TeamForm }>(page.result, 'value').props.value;
  expect(isUnsaved()).toBe(false);
  await page.act(() => team().change('pastedList', 'Ana Sample, ana@example.org'));
  expect([isUnsaved(), team().list]).toEqual([true, 'Ana Sample, ana@example.org']);
  await page.act(() => team().change('pastedList', ''));
  expect(isUnsaved()).toBe(false);
});

/** The form for the two open seats of an order, which colleagues can name, too. */
async function openForm() {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 3, freeSeats: 2, attendeeDataStatus: 'partial' });
  let data = { order, registrations: [sampleRegistration()] as Registration[] };
  const page = await mount(() => AddTeamMembers({ data }));
  const team = () => findByProp<{ value: TeamForm }>(page.result, 'value').props.value;
  return {
    page,
    team,
    type: (row: number, firstName: string) =>
      page.act(() => team().change(`others.${row}.firstName`, firstName)),
    takeSeats: (...ids: number[]) => {
      for (const id of ids) data = withRegistration(data, sampleRegistration({ id }));
      return page.render();
    },
  };
}

test('typed names stay when colleagues have taken the last seats meanwhile, until they are cleared', async () => {
  const { page, team, type, takeSeats } = await openForm();
  await type(1, 'Bo');
  await takeSeats(2, 3);
  expect(team().rows.map((row) => row.firstName)).toEqual(['Bo']);
  expect(team().noteOf!(0)).toBe('No free seat left for this person');
  await type(0, '');
  expect(page.result).toBeNull();
});

test('a form that goes with the last open seat passes the focus on to the list', async () => {
  const { page } = await openForm();
  const list = { focus: vi.fn() };
  Object.assign(document, { getElementById: (id: string) => (id === 'attendees' ? list : null) });
  const { ref } = findByProp<{ ref: (form: object) => () => void }>(page.result, 'ref').props;
  ref({ contains: () => false })();
  expect(list.focus).not.toHaveBeenCalled();
  ref({ contains: () => true })();
  expect(list.focus).toHaveBeenCalledOnce();
});

test('names that are typed when the event ends are not refused for lack of seats', async () => {
  const { page, team, type } = await openForm();
  await type(0, 'Bo');
  setBoot({ ...sampleLanding.boot, now: event.closesAt });
  syncClock(String(Date.parse(event.closesAt)));
  onTestFinished(() => syncClock(String(Date.parse(sampleLanding.boot.now))));
  await page.render();
  const over = 'The event is over, so nothing can be changed.';
  expect(team().noteOf!(0)).toBe(over);
  expect(textIn(page.result)).toContain(over);
  expect(textIn(page.result)).not.toContain('free seat');
});

test('after a lost response, nobody else is added, and the form says that the others stay in it', async () => {
  const { page, team, type } = await openForm();
  for (const [row, name] of ['Ana', 'Bo'].entries()) {
    await type(row, name);
    await page.act(() => team().change(`others.${row}.lastName`, 'Sample'));
    await page.act(() => team().change(`others.${row}.email`, `${name}@example.org`));
  }
  const fetched = vi.fn(async () => new Response('', { status: 502 }));
  vi.stubGlobal('fetch', fetched);
  const { props } = findByProp<{ onSubmit: (event: object) => void }>(page.result, 'onSubmit');
  await page.act(() => props.onSubmit({ preventDefault: () => {}, nativeEvent: {} }));
  expect([fetched.mock.calls.length, team().rows.map((row) => row.firstName)]).toEqual([1, ['Ana', 'Bo']]);
  const sentence =
    'It may have been saved. Look at your team before you try again. 1 other person was not added yet. They are still in the form.';
  expect(textIn(page.result)).toContain(`Ana Sample: ${sentence}`);
  expect(getToasts()[0]).toMatchObject({ description: sentence });
});
