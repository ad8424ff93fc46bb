import { PAGES } from '#contract/paths.ts';
import type { Cents } from '#domain/money.ts';
import { boot } from './boot.ts';
import { countedAddress } from './counted-address.ts';
import { localStore } from './storage.ts';

/** All events that are counted. */
type AnalyticsEvent = 'pricing_view' | 'speakers_view' | 'sponsors_view' | 'begin_checkout' | 'registration';

const CONSENT = 'analytics-consent';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** The visitor's answer; null before they are asked. */
export function readConsent(): 'granted' | 'refused' | null {
  const said = localStore.get(CONSENT);
  return said === 'granted' || said === 'refused' ? said : null;
}

/** Whether to ask on arrival: there is no answer yet, and it isn't a page of the desk, where nothing is counted. */
export function isConsentWanted(): boolean {
  return readConsent() === null && !location.pathname.startsWith(PAGES.admin);
}

export function saveConsent(answer: 'granted' | 'refused'): void {
  localStore.set(CONSENT, answer);
}

/**
 * Loads the tag, for a page that the visitor leaves with an event: its script must be there by then. Returns whether
 * events are counted. Without an id and the visitor's consent, nothing is loaded and nothing leaves the browser.
 */
export function startCounting(): boolean {
  if (boot.analyticsId === null || readConsent() !== 'granted') return false;
  load(boot.analyticsId);
  return true;
}

/** Counts one event, with its value. */
export function track(event: AnalyticsEvent, worth?: Cents): void {
  if (!startCounting()) return;
  push('event', event, {
    send_to: boot.analyticsId,
    currency: 'USD',
    ...(worth !== undefined && { value: worth / 100 }),
  });
}

const counted = new Set<AnalyticsEvent>();

/**
 * Counts each section with an event as its `data-view` once, when 30% of it is visible. A section too tall for that counts
 * when it fills 30% of the window. Does nothing without consent.
 */
export function trackViews(): void {
  if (boot.analyticsId === null || readConsent() !== 'granted') return;
  const see: IntersectionObserverCallback = (entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const event = target.getAttribute('data-view') as AnalyticsEvent;
      if (counted.has(event)) continue;
      counted.add(event);
      track(event);
    }
  };
  const bySection = new IntersectionObserver(see, { threshold: 0.3 });
  // A section that reaches the middle 40% of the window covers 30% of it.
  const byWindow = new IntersectionObserver(see, { rootMargin: '-30% 0px' });
  for (const section of document.querySelectorAll('[data-view]')) {
    const isTooTall = 0.3 * section.getBoundingClientRect().height > window.innerHeight;
    (isTooTall ? byWindow : bySection).observe(section);
  }
}

function load(id: string): void {
  if (window.dataLayer) return;
  window.dataLayer = [];
  push('js', new Date(performance.timeOrigin + performance.now()));
  push('config', id, { anonymize_ip: true, page_location: countedAddress(window.location.href) });
  const script = document.createElement('script');
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  script.async = true;
  document.head.append(script);
}

/** The tag reads `arguments` objects, not arrays. */
function push(..._command: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the tag distinguishes commands from data by this type.
  window.dataLayer?.push(arguments);
}
