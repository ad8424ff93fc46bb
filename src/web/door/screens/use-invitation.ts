import { useEffect, useState } from 'react';
import type { DoorEngine } from '../engine/engine.ts';

/** The secret in the link that opened the page, removed from the history and from shared links. */
export function takeInvitation(): string | null {
  const secret = location.hash.slice(1) || null;
  if (secret) history.replaceState(null, '', location.pathname);
  return secret;
}

/**
 * The invitation to join with, and a function that dismisses it. Its link may also be opened while the page is open.
 * The invitation that this phone joined with is ignored.
 */
export function useInvitation(
  engine: DoorEngine,
  first: string | null,
  phone: string | undefined,
): [string | null, () => void] {
  const [opened, setOpened] = useState(first);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const take = () => setOpened((before) => takeInvitation() ?? before);
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  useEffect(() => {
    setNew(false);
    if (!opened || !phone) return;
    let isCurrent = true;
    void engine.hasJoinedWith(opened).then((isKnown) => {
      if (!isCurrent) return;
      if (isKnown) setOpened(null);
      else setNew(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, opened, phone]);
  return [!phone || isNew ? opened : null, () => setOpened(null)];
}
