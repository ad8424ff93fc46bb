import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import type { LandingData } from './landing-data.tsx';

type Form = ComponentType<{ days: LandingData['capacity'] }>;

/**
 * Fetches the form when `box` comes near or is touched, and lets it take its place when nobody can see the page jump:
 * scrolling has come to rest, all that lies below the box is out of sight, and nothing in it has the focus. Until
 * then, and if the script does not arrive, `Form` is null.
 */
export function useRegistrationForm(): { box: RefObject<HTMLDivElement | null>; Form: Form | null } {
  const box = useRef<HTMLDivElement>(null);
  const [Form, setForm] = useState<Form | null>(null);
  useEffect(() => {
    const place = box.current!;
    let loaded: Form | null = null;
    let resting: ReturnType<typeof setTimeout> | undefined;

    const fetchForm = async () => {
      loaded ??= (await import('./registration-desk.tsx')).RegistrationDesk;
      waitForRest();
    };
    const fetchOrStay = () => void fetchForm().catch(() => undefined);
    const waitForRest = () => {
      clearTimeout(resting);
      if (loaded) resting = setTimeout(takePlace, restMs);
    };
    const takePlace = () => {
      const isAtEase = isOverTheEdge(place) && !place.contains(document.activeElement);
      if (isAtEase) setForm(() => loaded);
    };

    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchOrStay(), {
      rootMargin: nearby,
    });
    observer.observe(place);
    place.addEventListener('pointerover', fetchOrStay, { passive: true });
    place.addEventListener('focusin', fetchOrStay);
    place.addEventListener('focusout', waitForRest);
    addEventListener('scroll', waitForRest, { passive: true });
    return () => {
      clearTimeout(resting);
      observer.disconnect();
      place.removeEventListener('pointerover', fetchOrStay);
      place.removeEventListener('focusin', fetchOrStay);
      place.removeEventListener('focusout', waitForRest);
      removeEventListener('scroll', waitForRest);
    };
  }, []);
  return { box, Form };
}

const nearby = '800px 0px';
const restMs = 150;

/** Whatever follows it lies below the window's lower edge. */
function isOverTheEdge(element: Element): boolean {
  return element.getBoundingClientRect().bottom >= innerHeight;
}
