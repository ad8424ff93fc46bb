import { afterEach, expect, test, vi } from 'vitest';
import { findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { CouponField } from './coupon-field.tsx';
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
