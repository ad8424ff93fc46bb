import { Children, type ReactElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { SeatRows } from './seat-rows.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The rows of free seats on a page. */
async function openRows(seats: number) {
  let freeSeats = seats;
  const page = await mount(() => {
    const team = { people: [], invitations: [], freeSeats, canName: true } as unknown as Team;
    return SeatRows({ team, onChanged: () => {} }) as ReactElement<{ children: ReactNode }>;
  });
  const rows = () => Children.toArray(page.result.props.children) as ReactElement[];
  const byKey = (key: unknown) => rows().find((row) => row.key === key);
  return {
    keys: () => rows().map(({ key }) => key),
    titles: () => rows().map(({ props }) => (props as { title: string }).title),
    /** As a form does once something is typed. */
    type: (key: unknown) =>
      findByProp<{ value: { unsaved: Set<object> } }>(byKey(key), 'value').props.value.unsaved.add({}),
    save: (key: unknown) =>
      page.act(() => findByProp<{ onTaken: () => void }>(byKey(key), 'onTaken').props.onTaken()),
    setFree: (count: number) => {
      freeSeats = count;
      return page.render();
    },
  };
}

test('a seat that a colleague took removes the last row in which nothing is typed', async () => {
  const { keys, type, save, setFree } = await openRows(3);
  const [first, second, third] = keys();
  type(first);
  type(third);
  await save(first);
  expect(keys().slice(0, 2)).toEqual([second, third]);
  await setFree(1);
  expect(keys()).toEqual([third]);
});

test('typed rows stay when colleagues have taken all seats, and say so', async () => {
  const { keys, titles, type, setFree } = await openRows(3);
  const [first, second] = keys();
  type(first);
  type(second);
  await setFree(1);
  expect(keys()).toEqual([first, second]);
  expect(titles()).toEqual(['Seat 1 · free', 'No free seat left for this person']);
});

test('a row whose seat was named goes, and the others stay in place', async () => {
  const { keys, save, setFree } = await openRows(3);
  const [first, second, third] = keys();
  await save(third);
  await setFree(2);
  expect(keys()).toEqual([first, second]);
  await setFree(3);
  expect(keys()).toEqual([first, second, expect.anything()]);
  expect(keys()).not.toContain(third);
});
