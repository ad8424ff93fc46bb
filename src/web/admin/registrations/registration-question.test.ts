import type { ReactElement } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { type Drawn, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleRegistration } from '#test/sample-order.ts';
import type { AttendeeForm } from '../orders/attendee-form.tsx';
import { type ListedRegistration, RegistrationQuestion } from './registration-question.tsx';

afterEach(() => vi.unstubAllGlobals());

test('somebody whom a change has taken out of the list can be corrected once the change is seen', async () => {
  const person = sampleRegistration({ firstName: 'Jhon' });
  const changed = { ...person, firstName: 'John', checkIns: [] };
  const listed = { ...person, eventType: 'conference' } as never as ListedRegistration;
  const asked = { asked: 'correct', person: listed } as const;
  const sent: { firstName: string; email: string; seen: { firstName: string } }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json([changed]);
    sent.push(JSON.parse(String(body)));
    return sent.at(-1)!.seen.firstName === 'John'
      ? Response.json(changed)
      : Response.json({ code: 'changed_meanwhile', message: ERROR_WORDS.changed_meanwhile }, { status: 409 });
  });
  const onClose = vi.fn();
  let isListed = true;
  const dialog = await mount(() => {
    const question = RegistrationQuestion({ ...asked, isListed, onClose }) as Drawn<object>;
    const form = findByProp<Parameters<typeof AttendeeForm>[0]>(question.type(question.props), 'attendee');
    return form.type(form.props) as ReactElement<{ onSubmit: (event?: object) => void }>;
  });
  const save = () => dialog.act(() => dialog.result.props.onSubmit());
  const { form } = findByProp<{ form: { form: UseFormReturn<{ email: string }> } }>(
    dialog.result,
    'isVisitor' as never,
  ).props.form;
  await dialog.act(() => form.setValue('email', 'john@example.org', { shouldDirty: true }));
  await save();
  isListed = false;
  await dialog.render();
  expect(onClose).not.toHaveBeenCalled();
  await save();
  expect(sent).toMatchObject([
    { firstName: 'Jhon', email: 'john@example.org', seen: { firstName: 'Jhon' } },
    { firstName: 'John', email: 'john@example.org', seen: { firstName: 'John' } },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});
