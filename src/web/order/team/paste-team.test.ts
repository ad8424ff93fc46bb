import { focusManager, useQuery } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Team, TeamPerson } from '#contract/team.ts';
import { findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { teamQuery } from '../order-queries.ts';
import { PasteTeam } from './paste-team.tsx';

const bo = { firstName: 'Bo', lastName: 'Sample', email: 'bo@example.org', track: 'caregivers' } as const;
let listed: object[] = [bo];
vi.mock('../../team/use-reader.ts', () => ({ useReader: () => ({ read: () => listed, hasFailed: false }) }));

afterEach(() => vi.unstubAllGlobals());

const named: TeamPerson = {
  ...{ id: 1, ...bo, isOrganizer: false, isCheckedIn: false, isLeaving: false, isTold: true },
  ...{ ticketMail: null, ticketOpenedAt: null },
};
const team: Team = {
  order: {
    ...{ transactionId: '7K2M', registrationNumber: 'DSS000042', eventType: 'conference' },
    ...{ teamName: 'Sample', isPaid: true },
  },
  ...{ namingEndsOn: '2025-09-18', isNamingOpen: true, canName: true, seats: 3, freeSeats: 3 },
  ...{ people: [], invitations: [], teamLink: null, remindersStoppedAt: null },
};

test.each([
  [
    'a refusal',
    403,
    'No seats were filled',
    'That was not saved. Please try again. Your list is still here.',
  ],
  [
    'a lost response',
    502,
    'We cannot tell yet whether seats were filled',
    'It may have been saved. Look at your team before you try again. Your list is still here.',
  ],
])('%s is told as what it is, and the rows show who has a seat now', async (_what, status, title, text) => {
  let people: TeamPerson[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ ...team, people, freeSeats: 3 - people.length });
    people = [named];
    return Response.json({}, { status });
  });
  const page = await mount(() => {
    const { data = team } = useQuery(teamQuery('7K2M'));
    return PasteTeam({ team: data, onFinished: () => {} });
  });
  const press = (words: string) => page.act(() => findButton(page.result, words).props.onClick());
  await press('Paste a list');
  await page.act(() => {
    const { props } = findByProp<{ hint: string; onChange: (event: object) => void }>(page.result, 'hint');
    props.onChange({ target: { value: 'Bo' } });
  });
  await press('Check the list');
  await press('Fill 1 seat');
  const notice = findByProp<{ title: string; children: unknown[] }>(page.result, 'title').props;
  const { problems } = findByProp<{ problems: object[] }>(page.result, 'problems').props;
  expect([notice.title, notice.children.join(''), problems]).toEqual([
    title,
    text,
    [{ kind: 'second', sentence: 'Already on your team' }],
  ]);
});

test('a list that was typed stays when the deadline for naming passes', async () => {
  let canName = true;
  const page = await mount(() => PasteTeam({ team: { ...team, canName }, onFinished: () => {} }));
  await page.act(() => findButton(page.result, 'Paste a list').props.onClick());
  const { props } = findByProp<{ hint: string; onChange: (event: object) => void }>(page.result, 'hint');
  await page.act(() => props.onChange({ target: { value: 'Bo' } }));
  canName = false;
  await page.render();
  expect(findByProp<{ hint: string; value: string }>(page.result, 'hint').props.value).toBe('Bo');
  await page.act(() => props.onChange({ target: { value: '' } }));
  expect(page.result).toBeNull();
});

test('a page that is shown again has the team’s newest seats, keeps a typed list, and never goes back', async () => {
  let people: TeamPerson[] = [];
  const held: ((value: Response) => void)[] = [];
  const present = () => ({ ...team, people, freeSeats: 3 - people.length });
  let isSlow = false;
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method === 'GET' && isSlow) return new Promise<Response>((resolve) => held.push(resolve));
    if (method === 'POST') people = [named];
    return Response.json(present());
  });
  const page = await mount(() => {
    const { data = team } = useQuery(teamQuery('7K2M'));
    return { data, tree: PasteTeam({ team: data, onFinished: () => {} }) };
  });
  onTestFinished(() => focusManager.setFocused(undefined));
  const showAgain = async () => {
    await page.act(() => focusManager.setFocused(false));
    await page.act(() => focusManager.setFocused(true));
  };
  const press = (words: string) => page.act(() => findButton(page.result.tree, words).props.onClick());
  const box = () =>
    findByProp<{ hint: string; value: string; onChange: (event: object) => void }>(page.result.tree, 'hint');
  await press('Paste a list');
  await page.act(() => box().props.onChange({ target: { value: 'Bo' } }));
  people = [{ ...named, id: 2, firstName: 'Ana', email: 'ana@example.org' }];
  await showAgain();
  expect([page.result.data.people, box().props.value]).toEqual([people, 'Bo']);
  await press('Check the list');
  isSlow = true;
  const before = present();
  await showAgain();
  await press('Fill 1 seat');
  await page.act(() => held[0]!(Response.json(before)));
  expect(page.result.data.people).toEqual([named]);
});

test('the number of people of a checked list is a status, which screen readers announce', async () => {
  const page = await mount(() => PasteTeam({ team, onFinished: () => {} }));
  const open = () => findByProp<{ onClick: () => void }>(page.result, 'onClick').props.onClick();
  await page.act(open);
  const said: unknown[] = [];
  for (const people of [[], [{ ...bo, email: 'bo@' }], [bo]]) {
    listed = people;
    const { onChange } = findByProp<{ hint: string; onChange: (event: object) => void }>(
      page.result,
      'hint',
    ).props;
    await page.act(() => onChange({ target: { value: 'A list' } }));
    const { onClick: check } = findByProp<{ onClick: () => void }>(page.result, 'onClick').props;
    await page.act(check);
    said.push(findByProp<{ role: string; children: string }>(page.result, 'role').props.children);
  }
  expect(said).toEqual([
    'No people found in this list.',
    '1 person listed, 1 with a problem.',
    '2 people listed, 1 with a problem.',
  ]);
});

test('an invitation keeps its seat from a list, until the buyer chooses to end it', async () => {
  listed = [bo];
  const sent: { insteadOf: string[] }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({}, { status: 403 });
  });
  const id = '0198c0de-0000-7000-8000-000000000001';
  const invitation = {
    ...{ id, url: '/claim', createdAt: '2025-07-15T16:00:00Z' },
    mailedTo: null,
    mail: null,
  };
  const invited: Team = { ...team, seats: 1, freeSeats: 1, invitations: [invitation] };
  const page = await mount(() => PasteTeam({ team: invited, onFinished: () => {} }));
  const press = (words: string) => page.act(() => findButton(page.result, words).props.onClick());
  const problems = () => findByProp<{ problems: object[] }>(page.result, 'problems').props.problems;
  await press('Paste a list');
  await page.act(() => {
    const { props } = findByProp<{ hint: string; onChange: (event: object) => void }>(page.result, 'hint');
    props.onChange({ target: { value: 'Bo' } });
  });
  await press('Check the list');
  expect(problems()).toMatchObject([{ kind: 'no_seat' }]);
  const { onChoose } = findByProp<{ onChoose: (ids: string[]) => void }>(page.result, 'onChoose').props;
  await page.act(() => onChoose([id]));
  expect(problems()).toEqual([null]);
  await press('Fill 1 seat');
  expect(sent.map(({ insteadOf }) => insteadOf)).toEqual([[id]]);
});
