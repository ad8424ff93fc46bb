import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The form once it may be shown, and whether the offers stay before it. */
export interface ShownForm {
  readonly Form: ComponentType;
  readonly comesAfterOffers: boolean;
}

/**
 * Fetches the form when `box` comes near or is touched, and hands it out when it can grow in `box` without moving
 * anything in sight: while `box` is still below the window, or once scrolling has come to rest in it. Whoever is going
 * through the offers by keyboard finds it after them, and who comes back from the summary finds what was typed, wherever
 * the window stands. Until then, and if the script does not arrive, it is null.
 */
export function useFormWhenNear(): { box: RefObject<HTMLDivElement | null>; shown: ShownForm | null } {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ShownForm | null>(null);
  useEffect(() => watch(box.current!, setShown), []);
  return { box, shown };
}

/** Returns what ends it. */
function watch(place: HTMLElement, show: (form: ShownForm) => void): () => void {
  const section = place.closest('section')!;
  let form: ComponentType | null = null;
  // The way to an anchor is measured when it begins: growing meanwhile would make it end elsewhere.
  let isJumping = location.hash !== '';
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const hasComeBack = visit !== undefined && visit.type !== 'navigate';
  let resting: ReturnType<typeof setTimeout> | undefined;
  const leaving = new AbortController();
  const whileHere = { passive: true, signal: leaving.signal };

  const take = (Form: ComponentType, comesAfterOffers: boolean) => {
    end();
    // At once, or the focus could enter the offers in between, and be lost with them.
    flushSync(() => show({ Form, comesAfterOffers }));
  };
  const tryNow = () => {
    clearTimeout(resting);
    if (!form || leaving.signal.aborted) return;
    if (place.contains(document.activeElement)) return take(form, true);
    if (!isJumping && isBelowWindow(place)) return take(form, false);
    resting = setTimeout(tryAtRest, restMs);
  };
  const tryAtRest = () => {
    isJumping = false;
    if (form && (hasComeBack || endsBelowWindow(section))) take(form, false);
  };
  const fetchForm = async () => {
    form ??= (await import('./registration-desk.tsx')).RegistrationDesk;
    tryNow();
  };
  const fetchOrStay = () => void fetchForm().catch(() => undefined);
  const noticeJump = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a[href*="#"]')) isJumping = true;
  };

  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchOrStay(), {
    rootMargin: nearby,
  });
  observer.observe(place);
  place.addEventListener('pointerover', fetchOrStay, whileHere);
  place.addEventListener('focusin', fetchOrStay, whileHere);
  addEventListener('scroll', tryNow, whileHere);
  addEventListener('click', noticeJump, whileHere);
  // Whoever was quicker than this script is there already.
  if (place.contains(document.activeElement)) fetchOrStay();
  const end = () => {
    clearTimeout(resting);
    observer.disconnect();
    leaving.abort();
  };
  return end;
}

const nearby = '1200px 0px';
const restMs = 150;

function isBelowWindow(element: Element): boolean {
  return element.getBoundingClientRect().top >= innerHeight;
}

/** Whatever follows it is out of sight. */
function endsBelowWindow(element: Element): boolean {
  return element.getBoundingClientRect().bottom >= innerHeight;
}
