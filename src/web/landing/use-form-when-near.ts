import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Fetches the form when `box` comes near or is touched, and hands it out when it can grow in `box` without moving
 * anything in sight: while `box` is still below the window, or once scrolling has come to rest in it. Until then, and
 * if the script does not arrive, `Form` is null.
 */
export function useFormWhenNear(): { box: RefObject<HTMLDivElement | null>; Form: ComponentType | null } {
  const box = useRef<HTMLDivElement>(null);
  const [Form, setForm] = useState<ComponentType | null>(null);
  useEffect(() => watch(box.current!, (form) => setForm(() => form)), []);
  return { box, Form };
}

/** Returns what ends it. */
function watch(place: HTMLElement, take: (form: ComponentType) => void): () => void {
  const section = place.closest('section')!;
  let form: ComponentType | null = null;
  // The way to an anchor is measured when it begins: growing meanwhile would make it end elsewhere.
  let isJumping = location.hash !== '';
  let resting: ReturnType<typeof setTimeout> | undefined;
  const leaving = new AbortController();
  const whileHere = { passive: true, signal: leaving.signal };

  const tryNow = () => {
    clearTimeout(resting);
    if (!form) return;
    if (!isJumping && isBelowWindow(place) && !place.contains(document.activeElement)) return take(form);
    resting = setTimeout(tryAtRest, restMs);
  };
  const tryAtRest = () => {
    isJumping = false;
    if (form && endsBelowWindow(section) && !place.contains(document.activeElement)) take(form);
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
  place.addEventListener('focusout', tryNow, whileHere);
  addEventListener('scroll', tryNow, whileHere);
  addEventListener('click', noticeJump, whileHere);
  return () => {
    clearTimeout(resting);
    observer.disconnect();
    leaving.abort();
  };
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
