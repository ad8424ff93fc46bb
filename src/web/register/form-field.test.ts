import { expect, test, vi } from 'vitest';
import { blankMember } from '../team/member-values.ts';
import { withValue } from './form-field.ts';
import { blankValues, rowsFor } from './form-values.ts';

vi.mock('../boot.ts', () => ({ boot: { listings: [] } }));

const team = { ...blankValues(), firstName: 'Ada', others: rowsFor('small_group') };

test('changing a field of the form leaves the others', () => {
  expect(withValue(team, 'firstName', 'Grace')).toEqual({ ...team, firstName: 'Grace' });
});

test('changing a member’s field affects only its row', () => {
  const changed = withValue(team, 'others.2.email', 'grace@example.org');
  const grace = { ...blankMember(), email: 'grace@example.org' };
  expect(changed).toEqual({ ...team, others: [blankMember(), blankMember(), grace, blankMember()] });
});
