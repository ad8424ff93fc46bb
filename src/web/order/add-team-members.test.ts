import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import type { TeamForm } from '../team/team-form.ts';
import { AddTeamMembers } from './add-team-members.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouterState: () => '',
}));

afterEach(() => vi.unstubAllGlobals());

test('the roster is disabled while its people are sent, and the button has the focus', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 3, attendeeDataStatus: 'partial' });
  const data = { order, registrations: [sampleRegistration()] };
  const page = await mount(() => AddTeamMembers({ data, onAdded: () => {} }));
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

test('a pasted list counts as unsaved work until its people have their seats', async () => {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 3, attendeeDataStatus: 'partial' });
  const data = { order, registrations: [sampleRegistration()] };
  const page = await mount(() => AddTeamMembers({ data, onAdded: () => {} }));
  const isUnsaved = () => findByProp<{ when: boolean }>(page.result, 'when').props.when;
  const team = () => findByProp<{ value: TeamForm }>(page.result, 'value').props.value;
  expect(isUnsaved()).toBe(false);
  await page.act(() => team().change('pastedList', 'Ana Sample, ana@example.org'));
  expect([isUnsaved(), team().list]).toEqual([true, 'Ana Sample, ana@example.org']);
  await page.act(() => team().change('pastedList', ''));
  expect(isUnsaved()).toBe(false);
});
