import type { ReactNode } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { pendingRegistration } from '#contract/checkout.ts';
import { findButton, findByProp, textIn } from '#test/elements.ts';
import * as factories from '#test/factories.ts';
import { mount } from '#test/mount.ts';
import { clearPendingRegistration, savePendingRegistration } from '../pending-registration.ts';

import type { FormError } from '../ui/error-summary.tsx';
import { CouponField } from './coupon-field.tsx';
import type { Draft } from './draft.ts';
import { useCoupon } from './use-coupon.ts';

afterEach(() => vi.unstubAllGlobals());

test('a code is sent as it was typed, because the payment provider tells capital letters from small ones', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push((JSON.parse(body as string) as { code: string }).code);
    const message = 'This coupon code is not valid.';
    return Response.json({ valid: false, discountAmount: 0, finalAmount: 20_00, message, coupon: null });
  });
  const coupon = await mount(() => useCoupon({ eventType: 'conference', seats: 1 } as never, null));
  await coupon.act(() => coupon.result.setCode(' Fresh-1 '));
  await coupon.act(() => coupon.result.apply());
  expect(sent).toEqual(['Fresh-1']);
  expect(coupon.result.error).toBe('This coupon code is not valid.');
});

test('a code that is refused again is announced again', async () => {
  const message = 'This coupon code is not valid.';
  const waiting: (() => void)[] = [];
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((go) => waiting.push(go));
    return Response.json({ valid: false, discountAmount: 0, finalAmount: 20_00, message, coupon: null });
  });
  const page = await mount(() => {
    const coupon = useCoupon({ eventType: 'conference', seats: 1 } as never, null);
    return { coupon, field: CouponField({ coupon }) };
  });
  const said = () => textIn(findByProp(page.result.field, 'role'));
  const press = (keyCode: number) =>
    page.act(() =>
      findByProp<{ onKeyDown: (event: object) => void }>(page.result.field, 'onKeyDown').props.onKeyDown({
        ...{ key: 'Enter', keyCode, preventDefault: () => {} },
      }),
    );
  await page.act(() => page.result.coupon.setCode('FIVE'));
  // Enter that only ends a composed word.
  await press(229);
  expect(waiting).toEqual([]);
  for (const time of [0, 1]) {
    await press(13);
    expect(said()).toBe('');
    await page.act(() => waiting[time]!());
    expect(said()).toBe(message);
  }
});

test('a code that another package has cleared is named, and applied again when asked for', async () => {
  const sent: number[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push((JSON.parse(body as string) as { attendeeCount: number }).attendeeCount);
    return Response.json({ valid: true, discountAmount: 5_00, finalAmount: 0, message: '', coupon: null });
  });
  let order = { eventType: 'conference', seats: 1 } as never;
  const coupon = await mount(() => useCoupon(order, null));
  await coupon.act(() => coupon.result.setCode('FIVE'));
  await coupon.act(() => coupon.result.apply());
  order = { eventType: 'conference', seats: 10 } as never;
  await coupon.render();
  expect([coupon.result.code, coupon.result.applied, coupon.result.removed]).toEqual(['', null, 'FIVE']);
  await coupon.act(() => coupon.result.applyAgain());
  expect([coupon.result.applied?.code, coupon.result.removed, sent]).toEqual(['FIVE', null, [1, 10]]);
});

test('a code that was typed, or is being checked, is named, too, when another package clears it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  let seats = 1;
  const page = await mount(() => {
    const coupon = useCoupon({ eventType: 'conference', seats, price: 20_00 }, null);
    return { coupon, field: CouponField({ coupon }) };
  });
  const press = (words: string) => page.act(() => findButton(page.result.field, words).props.onClick());
  for (const isChecked of [false, true]) {
    await press('I have a code');
    await page.act(() => page.result.coupon.setCode('FIVE'));
    if (isChecked) await press('Apply');
    seats += 1;
    await page.render();
    expect(page.result.coupon.code).toBe('');
    expect(textIn(findByProp<{ title: ReactNode }>(page.result.field, 'title').props.title)).toBe(
      'FIVE was removed, because the order changed',
    );
  }
  await press('I have a code');
  expect(findByProp<{ value: string }>(page.result.field, 'value').props.value).toBe('');
});

test('a response for a code or an order that has changed meanwhile is dropped', async () => {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((go) => waiting.push(go));
    return Response.json({ valid: true, discountAmount: 5_00, finalAmount: 0, message: '', coupon: null });
  });
  let order = { eventType: 'conference', seats: 1 } as never;
  const coupon = await mount(() => useCoupon(order, null));
  await coupon.act(() => coupon.result.setCode('FIVE'));
  await coupon.act(() => void coupon.result.apply());
  await coupon.act(() => coupon.result.setCode('FIVER'));
  await coupon.act(() => waiting[0]!());
  expect([coupon.result.code, coupon.result.applied, coupon.result.isChecking]).toEqual([
    'FIVER',
    null,
    false,
  ]);
  await coupon.act(() => void coupon.result.apply());
  order = { eventType: 'conference', seats: 10 } as never;
  await coupon.render();
  await coupon.act(() => waiting[1]!());
  expect([coupon.result.code, coupon.result.applied, coupon.result.isChecking]).toEqual(['', null, false]);
});

test('while a code is checked, it is not sent again; its own checkout’s use of it counts as free', async () => {
  const checkoutId = crypto.randomUUID();
  savePendingRegistration(pendingRegistration.parse(factories.pendingRegistration({ checkoutId })));
  onTestFinished(clearPendingRegistration);
  const sent: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string));
    return promise;
  });
  const coupon = await mount(() => useCoupon({ eventType: 'conference', seats: 1, price: 20_00 }, null));
  await coupon.act(() => coupon.result.setCode('FIVE'));
  await coupon.act(() => void coupon.result.apply());
  await coupon.act(() => void coupon.result.apply());
  expect(sent).toEqual([{ code: 'FIVE', eventType: 'conference', attendeeCount: 1, checkoutId }]);
  const message = 'This coupon code is not valid.';
  await coupon.act(() =>
    resolve(Response.json({ valid: false, discountAmount: 0, finalAmount: 20_00, message, coupon: null })),
  );
  expect(coupon.result.error).toBe(message);
});

test.each([
  [20_00, { code: 'FIVE', description: '', discountAmount: 5_00 }],
  [25_00, null],
])('a draft’s coupon applies at the price that it was applied to: at %i cents %j', async (price, applied) => {
  const kept = { key: 'conference/1/2000', applied: { code: 'FIVE', description: '', discountAmount: 5_00 } };
  const draft = { couponCode: 'FIVE', coupon: kept } as Draft;
  const coupon = await mount(() => useCoupon({ eventType: 'conference', seats: 1, price }, draft));
  expect([coupon.result.code, coupon.result.applied]).toEqual(['FIVE', applied]);
});

test('a code that was typed but not applied is refused, so that nobody pays more than they think', async () => {
  const coupon = await mount(() => useCoupon({ eventType: 'conference', seats: 1, price: 20_00 }, null));
  expect(coupon.result.complainIfUnused()).toEqual([]);
  await coupon.act(() => coupon.result.setCode(' FIVE'));
  const message = 'Apply this code, or clear the field to continue without it.';
  await coupon.act(() =>
    expect(coupon.result.complainIfUnused()).toEqual([{ fieldId: 'couponCode', message }]),
  );
  expect(coupon.result.error).toBe(message);
});

test('Continue while a code is being checked asks for patience, until the response comes', async () => {
  let respond = () => {};
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((go) => {
      respond = go;
    });
    return Response.json({ valid: true, discountAmount: 5_00, finalAmount: 0, message: '', coupon: null });
  });
  const coupon = await mount(() => useCoupon({ eventType: 'conference', seats: 1 } as never, null));
  await coupon.act(() => coupon.result.setCode('FIVE'));
  await coupon.act(() => void coupon.result.apply());
  const complain = async () => {
    let errors: FormError[] = [];
    await coupon.act(() => {
      errors = coupon.result.complainIfUnused();
    });
    return errors;
  };
  const errors = await complain();
  expect(errors.map(({ message }) => message)).toEqual([
    'We are still checking this code. Please try again in a moment.',
  ]);
  expect(errors.filter(coupon.result.isStillShown)).toEqual(errors);
  await coupon.act(() => respond());
  expect([coupon.result.applied?.code, await complain()]).toEqual(['FIVE', []]);
  expect(errors.filter(coupon.result.isStillShown)).toEqual([]);
});
