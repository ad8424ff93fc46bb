import { describe, expect, test } from 'vitest';
import * as landingTexts from '#content/landing-texts.ts';
import { renderSection, sampleLanding, seatsLeft } from '#test/render-landing.ts';
import { Hero } from './hero.tsx';
import { RegistrationSection } from './registration-section.tsx';

describe('the hero', () => {
  const { soldOut } = landingTexts.registration;
  const listing = { eventType: 'conference', productId: 'prod_1', priceId: 'price_1' };

  /** The main button's label and target. */
  const button = (page: string) => {
    const [, href, label] = /<a href="([^"]*)" class="[^"]*bg-beacon[^"]*">([^<]*)/.exec(page)!;
    return { href, label };
  };

  test('shows a price and the register button while there are seats', () => {
    const page = renderSection(Hero, { capacity: seatsLeft(60, 300) });
    expect(button(page)).toEqual({ href: '#registration', label: landingTexts.registerButton() });
    expect([page.includes('$20<'), page.includes(soldOut)]).toEqual([true, false]);
  });

  test('offers the newsletter when all seats are sold', () => {
    const page = renderSection(Hero, { capacity: seatsLeft(60, 0) });
    expect(button(page)).toEqual({ href: '#newsletter', label: 'Get updates about open seats' });
    expect([page.includes('$20<'), page.includes(soldOut)]).toEqual([false, true]);
  });

  test('offers only updates when nothing is on sale for another reason', () => {
    const none = (size: string) => ({
      ...listing,
      size,
      pricing: 'regular',
      amount: 20_00,
      isOffered: false,
    });
    const isOffered = { capacity: seatsLeft(0, 300) };
    const page = renderSection(Hero, isOffered, { listings: [none('individual'), none('large_group')] });
    expect(button(page)).toEqual({ href: '#newsletter', label: landingTexts.registration.getUpdates });
  });

  test.each([
    [20_00, false],
    [15_00, true],
  ])('an early bird price of %i cents, before 2000, is mentioned: %s', (amount, isSaid) => {
    const boot = {
      now: '2025-07-15T16:00:00Z',
      listings: [{ ...listing, size: 'individual', pricing: 'early_bird', amount, isOffered: true }],
    };
    const { earlyBirdFrom, priceFrom } = landingTexts.hero;
    expect(renderSection(Hero, {}, boot)).toContain(`${isSaid ? earlyBirdFrom : priceFrom} <strong`);
    expect(renderSection(RegistrationSection, {}, boot).includes('August 6, 5:59 PM')).toBe(isSaid);
  });

  /** The visible line, without markup. */
  const happening = (now: string) => {
    const page = renderSection(Hero, {}, { now });
    const lines = [...page.matchAll(/<p(?: hidden="")? data-from.*?<\/p>/gs)].map(([line]) => line);
    return lines.filter((one) => !one.startsWith('<p hidden')).map((one) => one.replaceAll(/<[^>]+>/g, ''));
  };

  test.each([
    ['2025-09-20T05:59:59Z', []],
    ['2025-09-20T06:00:00Z', ['Up next: Doors and check-in, at 8:00 AM']],
    ['2025-09-20T14:00:00Z', ['Happening now: Doors and check-in, until 9:00 AM']],
    ['2025-09-20T15:59:59Z', ['Happening now: Keynote: what children face online this year, until 10:00 AM']],
    [
      '2025-09-20T16:00:00Z',
      ['Up next: Keynote: how grooming works, and where it can be stopped, at 10:15 AM'],
    ],
    ['2025-09-20T22:59:59Z', ['Happening now: Closing, until 5:00 PM']],
    ['2025-09-20T23:00:00Z', []],
  ])('at %s shows what is happening: %j', (now, lines) => {
    expect(happening(now)).toEqual(lines);
  });

  test('on the event day links first to ticket and hall, and to registration with a plain link', () => {
    const now = '2025-09-20T15:30:00Z';
    const page = renderSection(Hero, { capacity: seatsLeft(0, 300) }, { now });
    expect(button(page)).toEqual({ href: '/confirmation', label: 'Open my ticket' });
    expect(page).toMatch(/<a href="https:\/\/www.google.com\/maps[^"]*"[^>]*>Find the hall/);
    expect(page).toMatch(/<a href="#registration" class="link[^"]*">Register for September 20th Summit/);
    const [soldOutPage, closedPage] = [
      renderSection(Hero, { capacity: seatsLeft(0, 0) }, { now }),
      renderSection(Hero, {}, { now, closedByBuild: true }),
    ];
    expect([soldOutPage, closedPage].map((one) => one.includes('#registration'))).toEqual([false, false]);
    expect([soldOutPage.includes(soldOut), closedPage.includes('newsletter-signup-hero')]).toEqual([
      true,
      true,
    ]);
  });

  test('shows pictures of the day once the event is over', () => {
    const file = { file: 'stage.avif', type: 'image/avif' as const, width: 800, height: 600 };
    const stage = { width: 800, height: 600, sources: [file] };
    const shows = (now: string) => {
      const pictures = { ...sampleLanding.pictures, gallery: { stage } };
      return renderSection(Hero, { pictures }, { now }).includes('/assets/stage.avif');
    };
    expect([shows('2025-09-20T22:59:59Z'), shows('2025-09-20T23:00:00Z')]).toEqual([false, true]);
  });

  test('names the time zone of its times', () => {
    expect(renderSection(Hero).replaceAll(/<[^>]+>/g, '')).toContain(
      'Starts September 20, 9:00 AM in Denver',
    );
  });

  test('shows the countdown before the newsletter when closed by the build', () => {
    const page = renderSection(Hero, {}, { closedByBuild: true });
    const places = [page.indexOf('role="timer"'), page.indexOf('id="newsletter-signup-hero"')];
    expect(places.every((one) => one > 0) && places[0]! < places[1]!).toBe(true);
  });
});
