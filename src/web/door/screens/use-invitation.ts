import { useEffect, useState } from 'react';
import type { DoorEngine } from '../engine/door-engine.ts';

/** The secret in the link that opened the page, removed from the history and from shared links. */
export function takeInvitation(): string | null {
  const secret = location.hash.slice(1) || null;
  if (secret) history.replaceState(null, '', location.pathname);
  return secret;
}

/** The secret in the scanned text if that is an invitation's link to this page. */
export function invitationIn(text: string): string | null {
  const page = `${location.origin}${location.pathname}#`;
  return (text.startsWith(page) && text.slice(page.length)) || null;
}

/**
 * The invitation to join with, a function that replaces or dismisses it, and whether this phone has joined with it.
 * Its link may also be opened while the page is open.
 */
export function useInvitation(
  engine: DoorEngine,
  first: string | null,
  phone: string | undefined,
): [invitation: string | null, set: (invitation: string | null) => void, isKnown: boolean] {
  const [opened, setOpened] = useState(first);
  /** Null until the phone has looked. */
  const [isKnown, setKnown] = useState<boolean | null>(null);
  useEffect(() => {
    const take = () => {
      const secret = takeInvitation();
      if (secret) setOpened(secret);
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  useEffect(() => {
    setKnown(null);
    if (!opened || !phone) return;
    let isCurrent = true;
    void engine.hasJoinedWith(opened).then((known) => isCurrent && setKnown(known));
    return () => {
      isCurrent = false;
    };
  }, [engine, opened, phone]);
  return [!phone || isKnown !== null ? opened : null, setOpened, isKnown === true];
}
