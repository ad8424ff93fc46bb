import { afterEach, expect, test, vi } from 'vitest';
import { testPricing } from '#contract/catalog.ts';
import { encodeResponse } from '#contract/route.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { PricingTest } from './pricing-test.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a tested price goes once something else is asked about', async () => {
  const amounts = { baseAmount: 20_00, discountAmount: 0, finalAmount: 20_00 };
  const tested = { mapping: { name: 'Individual', productId: null }, ...amounts, priceId: null };
  vi.stubGlobal('fetch', async () => Response.json(encodeResponse(testPricing, tested)));
  const page = await mount(PricingTest);
  const form = () =>
    findByProp<{ onSubmit: () => Promise<void>; onChange?: () => void }>(page.result, 'onSubmit').props;
  const result = () => findByProp<{ items: object[] }>(page.result, 'items');
  await page.act(() => form().onSubmit());
  expect(result).not.toThrow();
  await page.act(() => form().onChange?.());
  expect(result).toThrow('no element has the prop items');
});
