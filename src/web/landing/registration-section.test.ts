import { describe, expect, test } from 'vitest';
import * as landingTexts from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import { renderSection, seatsLeft } from '#test/render-landing.ts';
import { RegistrationSection } from './registration-section.tsx';

/** Without a script, per package: its name, and its price or why it is unavailable. */
function offers(page: string): string[] {
  const list = /<noscript>(.*?)<\/noscript>/s.exec(page)![1]!;
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, line]) => {
    const [name, ...said] = line!.split(/<[^>]+>/).filter((one) => one.trim() !== '');
    return `${name}: ${said[0]}`;
  });
}

describe('the registration section', () => {
  test('lists every package with its price', () => {
    expect(offers(renderSection(RegistrationSection, { capacity: seatsLeft(60, 300) }))).toEqual([
      'Individual Package: $20',
      '10-Person Package: $200',
      'Individual Package: $1,500',
      '5-Person Package: $3,500',
      '10-Person Package: $5,000',
    ]);
  });

  test("says which packages don't fit the seats left", () => {
    const { tooFew, soldOut } = landingTexts.registration;
    const page = renderSection(RegistrationSection, { capacity: seatsLeft(0, 7) });
    expect(offers(page)).toEqual([
      'Individual Package: $20',
      `10-Person Package: ${tooFew}`,
      `Individual Package: ${soldOut}`,
      `5-Person Package: ${soldOut}`,
      `10-Person Package: ${soldOut}`,
    ]);
    expect(page.match(/Only 7 seats left/g)).toHaveLength(2);
  });

  test("shows current prices, and which packages aren't on sale", () => {
    const place = { eventType: 'conference', pricing: 'regular' };
    const told = { productId: 'prod_1', priceId: 'price_1' };
    const page = renderSection(
      RegistrationSection,
      {},
      {
        listings: [
          { ...place, ...told, size: 'individual', amount: 25_50, isOffered: true },
          { ...place, ...told, size: 'large_group', amount: 200_00, isOffered: false },
        ],
      },
    );
    expect(page.includes('$20<')).toBe(false);
    expect(offers(page).slice(0, 3)).toEqual([
      'Individual Package: $25.50',
      '10-Person Package: This package is not on sale at the moment.',
      'Individual Package: $1,500',
    ]);
  });

  test("doesn't mention seats while their number is unknown", () => {
    expect(renderSection(RegistrationSection)).not.toMatch(/seats? left|Sold out/);
  });

  test.each([
    ['2025-07-15T16:00:00Z', true],
    ['2025-08-06T23:59:59Z', true],
    ['2025-08-07T00:00:00Z', false],
  ])('at %s shows the early bird note: %s', (now, shows) => {
    const place = { eventType: 'conference', size: 'individual', pricing: 'early_bird' };
    const cheaper = { ...place, productId: 'prod_1', priceId: 'price_1', amount: 15_00, isOffered: true };
    const page = renderSection(RegistrationSection, {}, { now, listings: [cheaper] });
    expect(page.includes('August 6, 5:59 PM')).toBe(shows);
  });

  test('shows one notice instead of packages and Continue when sold out', () => {
    const page = renderSection(RegistrationSection, { capacity: seatsLeft(60, 0) });
    expect(page.match(/Sold out/g)).toHaveLength(1);
    expect(page).toContain('href="/#newsletter"');
    for (const gone of ['type="radio"', 'Continue', '<noscript>', 'Your order', 'noscript:hidden'])
      expect([gone, page.includes(gone)]).toEqual([gone, false]);
  });

  test('says closed, not concluded, when closed by the build', () => {
    const page = renderSection(RegistrationSection, {}, { closedByBuild: true });
    expect([
      page.includes('Registration is now closed'),
      page.includes('concluded'),
      page.includes('<form'),
    ]).toEqual([true, false, false]);
  });

  test('thanks visitors and links to the guide after the event', () => {
    const page = renderSection(RegistrationSection, {}, { now: '2025-09-21T06:00:00Z' });
    expect([
      page.includes('Registration is now closed'),
      page.includes(texts.closed.thanks),
      page.includes('href="/participant-guide.pdf"'),
      page.includes('2130 S High St, Denver, CO 80210'),
    ]).toEqual([true, true, true, true]);
  });
});
