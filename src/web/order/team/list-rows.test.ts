import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { ListRow } from './check-list.ts';
import { ListRows } from './list-rows.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a row that was confirmed as a second person is compared again once its name or address changes', async () => {
  const team = { order: { eventType: 'conference' } } as Team;
  const lee = { firstName: 'Lee', lastName: 'Sample', email: 'lee@example.org', track: '' } as const;
  const row: ListRow = { key: 1, ...lee, isSecondPerson: true };
  const changed = vi.fn();
  const list = await mount(() => ListRows({ team, rows: [row], problems: [null], onChange: changed }));
  const { type, props } = findByProp<{ row: ListRow }>(list.result, 'row');
  const shown = await mount(() => type(props));
  await shown.act(() => findButton(shown.result, 'Edit').props.onClick());
  const email = findByProp<{ spellCheck: boolean; onChange: (event: object) => void }>(
    shown.result,
    'spellCheck',
  );
  await shown.act(() => email.props.onChange({ target: { value: 'bo@example.org' } }));
  expect(changed.mock.calls).toEqual([[[{ ...row, email: 'bo@example.org', isSecondPerson: false }]]]);
});
