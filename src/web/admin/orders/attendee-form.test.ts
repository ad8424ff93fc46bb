import type { ReactElement, ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import type { usePersonForm } from '../../person-form.tsx';
import { AttendeeForm } from './attendee-form.tsx';

afterEach(() => vi.unstubAllGlobals());

const SAM = 'Sam Reyes has checked in, so the ticket cannot be given to someone else.';

test.each([
  ['nobody is checked in', [], false],
  ['a rehearsal was', ['2025-09-18T16:00:00Z'], false],
  ['the person is, since the event day', ['2025-09-18T16:00:00Z', '2025-09-20T16:00:00Z'], true],
])(
  'what a correction does to the ticket is announced, and another person refused, if %s',
  async (_, checkedInAt, isIn) => {
    const attendee = sampleRegistration();
    const dialog = await mount(
      () => AttendeeForm({ order: sampleOrder(), attendee, checkedInAt, onClose: () => {} }) as ReactElement,
    );
    const notice = () =>
      findByProp<{ keepsCode: boolean; refusal: string | null }>(dialog.result, 'keepsCode').props;
    const save = () => findByProp<{ 'aria-disabled': boolean }>(dialog.result, 'aria-disabled').props;
    expect(notice()).toMatchObject({ keepsCode: isIn, refusal: null });
    const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(dialog.result, 'form').props.form;
    await dialog.act(() => {
      form.setValue('firstName', 'Ben');
      form.setValue('email', 'ben@example.org');
    });
    expect([notice().refusal?.startsWith(SAM) ?? false, save()['aria-disabled']]).toEqual([isIn, isIn]);
  },
);

test('the notice compares with the person that the form was filled from, not with a change made elsewhere meanwhile', async () => {
  let attendee = sampleRegistration();
  const dialog = await mount(
    () => AttendeeForm({ order: sampleOrder(), attendee, onClose: () => {} }) as ReactElement,
  );
  const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(dialog.result, 'form').props.form;
  await dialog.act(() => form.setValue('firstName', 'Samuel', { shouldDirty: true }));
  attendee = sampleRegistration({ email: 'elsewhere@example.org' });
  await dialog.render();
  const notice = findByProp<{ keepsCode: boolean; before: object }>(dialog.result, 'keepsCode').props;
  expect(notice.before).toEqual(sampleRegistration());
});

interface FormProps {
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

test.each([
  ['an addition asks', null, 'Yes, add this person'],
  ['a correction says no', sampleRegistration(), null],
])('if the person is in the order already, %s', async (_, attendee, question) => {
  const message = 'This order already has a person with this name and email.';
  vi.stubGlobal('fetch', async () => Response.json({ code: 'same_person', message }, { status: 409 }));
  const dialog = await mount(
    () => AttendeeForm({ order: sampleOrder(), attendee, onClose: () => {} }) as ReactElement<FormProps>,
  );
  const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(dialog.result, 'form').props.form;
  await dialog.act(() => {
    for (const [field, typed] of Object.entries({
      firstName: 'Ben',
      lastName: 'Ray',
      email: 'b@example.org',
    }))
      form.setValue(field as 'firstName', typed);
  });
  await dialog.act(dialog.result.props.onSubmit);
  expect(textIn(dialog.result.props.children)).toContain(message);
  const asks = () => findByProp<{ confirmLabel: string }>(dialog.result, 'confirmLabel').props.confirmLabel;
  if (question) expect(asks()).toBe(question);
  else expect(asks).toThrow();
});
