import { Children, type ReactElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { SeatRows } from './seat-rows.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The rows of free and invited seats on a page. */
async function openRows(seats: number, links: readonly string[] = []) {
  let freeSeats = seats;
  let linkIds = links;
  let canName = true;
  const page = await mount(() => {
    const invitations = linkIds.map((id) => ({ id, mail: null }));
    const team = { people: [], invitations, freeSeats, canName } as unknown as Team;
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
    /** Whether the row has its form. */
    hasForm: (key: unknown) => {
      const { children } = byKey(key)!.props as { children: ReactNode };
      return Children.toArray(children).some((one) => 'value' in (one as ReactElement<object>).props);
    },
    save: (key: unknown) =>
      page.act(() => findByProp<{ onTaken: () => void }>(byKey(key), 'onTaken').props.onTaken()),
    name: (key: unknown) =>
      page.act(() => findByProp<{ onNamed: () => void }>(byKey(key), 'onNamed').props.onNamed()),
    setLinks: (ids: readonly string[]) => {
      linkIds = ids;
      return page.render();
    },
    endNaming: () => {
      canName = false;
      return page.render();
    },
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

test('a row with typed input keeps its form when the deadline for naming passes', async () => {
  const { keys, type, hasForm, endNaming } = await openRows(2);
  const [first, second] = keys();
  type(first);
  await endNaming();
  expect([hasForm(first), hasForm(second)]).toEqual([true, false]);
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

test('what was typed for an invited seat stays when its invitation is used or withdrawn', async () => {
  const { keys, titles, type, name, setLinks } = await openRows(3, ['a', 'b', 'c']);
  const [first] = keys();
  expect(titles()).toEqual(['Seat 1 · invited', 'Seat 2 · invited', 'Seat 3 · invited']);
  type(first);
  await setLinks(['c']);
  expect(titles().slice(0, 2)).toEqual(['This invitation was used or withdrawn', 'Seat 1 · invited']);
  await name(first);
  expect(titles().slice(0, 1)).toEqual(['Seat 1 · invited']);
});

test('a seat that was named instead of its invitation leaves no row for the invitation', async () => {
  const { keys, titles, type, name, setLinks } = await openRows(2, ['a', 'b']);
  const [first] = keys();
  type(first);
  await name(first);
  // A blank form, until the invitation goes.
  expect(keys()).not.toContain(first);
  await setLinks(['b']);
  expect(titles().slice(0, 2)).toEqual(['Seat 1 · invited', 'Seat 2 · free']);
});
