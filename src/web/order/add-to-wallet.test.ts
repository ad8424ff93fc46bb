import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Wallet } from '#domain/wallets.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import { AddToWallet } from './add-to-wallet.tsx';

const AT_A_DESK = 'Mozilla/5.0 (X11; Linux x86_64)';
const ON_A_PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';

function linksOf(
  wallets: readonly Wallet[],
  { userAgent = AT_A_DESK, now = '2025-08-20T16:00:00Z', qrCodeData = 'T1' as string | null } = {},
): string[] {
  vi.stubGlobal('navigator', { userAgent });
  setBoot({ ...sampleLanding.boot, now, wallets });
  const registration = sampleRegistration({ id: 7, qrCodeData });
  const html = renderToString(createElement(AddToWallet, { order: sampleOrder(), registration }));
  vi.unstubAllGlobals();
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
}

const ORDER = '/api/order/7K2M4QX8ZC3N9TBW5HVJ0RGD6YFS/tickets/7';

test('each offered wallet that the device supports gets a link', () => {
  expect(linksOf(['apple', 'google'])).toEqual([`${ORDER}/pass`, `${ORDER}/google-pass`]);
  expect(linksOf(['google'])).toEqual([`${ORDER}/google-pass`]);
  expect(linksOf(['apple', 'google'], { userAgent: ON_A_PIXEL })).toEqual([`${ORDER}/google-pass`]);
});

test('no wallet is linked without the settings, without a ticket, or after the event', () => {
  expect(linksOf([])).toEqual([]);
  expect(linksOf(['apple'], { qrCodeData: null })).toEqual([]);
  expect(linksOf(['apple'], { now: '2025-09-22T16:00:00Z' })).toEqual([]);
});
