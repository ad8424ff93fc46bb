import { afterEach, expect, test, vi } from 'vitest';
import type { Registration } from '#contract/orders.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import type { TeamForm } from '../team/team-form.ts';
import { SeatList } from './seat-list.tsx';
import { withRegistration } from './seats.ts';
import { TeamCard } from './team-card.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouterState: () => '',
}));

afterEach(() => vi.unstubAllGlobals());

/** The form for the two open seats of an order, which colleagues can name, too. */
async function openForm() {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 3, freeSeats: 2, attendeeDataStatus: 'partial' });
  let data = { order, registrations: [sampleRegistration()] as Registration[] };
  const page = await mount(() => {
    const { type, props } = findByProp<{ onAdded: unknown }>(TeamCard({ data }), 'onAdded');
    return type(props);
  });
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

test('what is unfolded or chosen in a row stays with its person when someone above leaves', () => {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 2 });
  const keyOfFirst = (...ids: number[]) => {
    const registrations = ids.map((id) => sampleRegistration({ id }));
    return findByProp<{ seat: unknown }>(SeatList({ data: { order, registrations } }), 'seat').key;
  };
  expect(keyOfFirst(2, 3)).not.toBe(keyOfFirst(3));
});
