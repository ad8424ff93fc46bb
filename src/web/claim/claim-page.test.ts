import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { usePersonForm } from '../person-form.tsx';
import { ClaimForm } from './claim-page.tsx';

afterEach(() => vi.unstubAllGlobals());

type Form = ReturnType<typeof usePersonForm>['form'];

/** Types a whole person. */
function type({ setValue }: Form): void {
  setValue('firstName', 'Ana');
  setValue('lastName', 'Sample');
  setValue('email', 'ana@example.org');
}

test('whoever claims under the name and email of a team member is asked, and then gets a seat', async () => {
  const claimed = { firstName: 'Ana', email: 'ana@example.org', pageKey: 'P1' };
  const responses = [Response.json({ code: 'same_person' }, { status: 409 }), Response.json(claimed)];
  const sent: { email: string; isSecondPerson?: true }[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return responses.shift()!;
  });
  const claim = {
    ...{ teamName: 'Riverside School', eventType: 'conference', forTeam: true, seatsLeft: 2 },
    namingEndsOn: '2025-09-17',
  } as Parameters<typeof ClaimForm>[0]['claim'];
  const onClaimed = vi.fn();
  const page = await mount(() => ClaimForm({ claim, secret: 'S1', onClaimed }));

  const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(page.result, 'form').props.form;
  await page.act(() => type(form));
  await page.act(() => findByProp<{ onSubmit: () => void }>(page.result, 'onSubmit').props.onSubmit());
  expect(onClaimed).not.toHaveBeenCalled();

  await page.act(() => findByProp<{ onConfirm: () => void }>(page.result, 'onConfirm').props.onConfirm());
  expect(sent.map(({ email, isSecondPerson }) => [email, isSecondPerson])).toEqual([
    ['ana@example.org', undefined],
    ['ana@example.org', true],
  ]);
  expect(onClaimed.mock.calls[0]?.[0]).toEqual(claimed);
});

test.each(['after', 'before'])(
  'whoever corrects the name or the email %s the question is asked about somebody else no longer',
  async (when) => {
    const claim = { eventType: 'trainer' } as Parameters<typeof ClaimForm>[0]['claim'];
    const page = await mount(() => ClaimForm({ claim, secret: 'S1', onClaimed: () => {} }));
    const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(page.result, 'form').props.form;
    const correct = () => form.setValue('email', 'ana@example.com');
    vi.stubGlobal('fetch', async () => {
      if (when === 'before') correct();
      return Response.json({ code: 'same_person' }, { status: 409 });
    });
    await page.act(() => type(form));
    await page.act(() => findByProp<{ onSubmit: () => void }>(page.result, 'onSubmit').props.onSubmit());
    const question = () => findByProp<{ onConfirm: () => void }>(page.result, 'onConfirm');
    if (when === 'after') {
      expect(question).not.toThrow();
      await page.act(correct);
    }
    expect(question).toThrow('no element has the prop onConfirm');
    expect(() => findByProp<{ tone: string }>(page.result, 'tone')).toThrow();
  },
);

test('a refusal because of the order’s payment replaces the form', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'order_not_paid' }, { status: 409 }));
  const claim = {
    ...{ teamName: 'Riverside School', eventType: 'conference', forTeam: true, seatsLeft: 2 },
    namingEndsOn: '2025-09-17',
  } as Parameters<typeof ClaimForm>[0]['claim'];
  const page = await mount(() => {
    const client = useQueryClient();
    return { client, tree: ClaimForm({ claim, secret: 'S1', onClaimed: () => {} }) };
  });
  page.result.client.setQueryData(['claim', 'S1'], claim);
  const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(page.result.tree, 'form').props
    .form;
  await page.act(() => type(form));
  await page.act(() => findByProp<{ onSubmit: () => void }>(page.result.tree, 'onSubmit').props.onSubmit());
  expect(page.result.client.getQueryData(['claim', 'S1'])).toBeUndefined();
});

test('a refusal that names fields is told in the summary alone', async () => {
  const fields = { email: 'Not this one' };
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'invalid', message: 'Not this one', fields }, { status: 400 }),
  );
  const claim = { eventType: 'trainer' } as Parameters<typeof ClaimForm>[0]['claim'];
  const page = await mount(() => ClaimForm({ claim, secret: 'S1', onClaimed: () => {} }));
  const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(page.result, 'form').props.form;
  await page.act(() => type(form));
  await page.act(() => findByProp<{ onSubmit: () => void }>(page.result, 'onSubmit').props.onSubmit());
  expect(findByProp<{ errors: object[] }>(page.result, 'errors').props.errors).toHaveLength(1);
  expect(() => findByProp<{ tone: string }>(page.result, 'tone')).toThrow();
});
