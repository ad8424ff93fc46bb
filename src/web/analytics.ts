import { boot } from './boot.ts';
import { countedAddress } from './counted-address.ts';

/** Everything that is ever counted. */
export type AnalyticsEvent =
  | 'pricing_view'
  | 'speakers_view'
  | 'sponsors_view'
  | 'begin_checkout'
  | 'registration';

const CONSENT = 'analytics-consent';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** What the visitor has said; null before they were asked. Without an id nothing is asked. */
export function readConsent(): 'granted' | 'refused' | null {
  const said = localStorage.getItem(CONSENT);
  return said === 'granted' || said === 'refused' ? said : null;
}

export function isConsentWanted(): boolean {
  return boot.analyticsId !== null && readConsent() === null;
}

export function saveConsent(answer: 'granted' | 'refused'): void {
  localStorage.setItem(CONSENT, answer);
}

/** Counts one event. Nothing is loaded and nothing leaves the browser without an id and the visitor's consent. */
export function track(event: AnalyticsEvent, details: { readonly value?: number } = {}): void {
  if (boot.analyticsId === null || readConsent() !== 'granted') return;
  load(boot.analyticsId);
  push('event', event, { send_to: boot.analyticsId, currency: 'USD', ...details });
}

/** Counts each section marked `data-view`, once, when 30 % of it has been seen. */
export function trackViews(): void {
  const names: Record<string, AnalyticsEvent> = {
    pricing: 'pricing_view',
    speakers: 'speakers_view',
    sponsors: 'sponsors_view',
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const event = names[target.getAttribute('data-view') ?? ''];
        if (!isIntersecting || !event) continue;
        observer.unobserve(target);
        track(event);
      }
    },
    { threshold: 0.3 },
  );
  for (const section of document.querySelectorAll('[data-view]')) observer.observe(section);
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
  // biome-ignore lint/complexity/noArguments: the tag tells commands from data by this very type.
  window.dataLayer?.push(arguments);
}
