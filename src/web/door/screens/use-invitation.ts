import { useEffect, useState } from 'react';
import type { DoorEngine } from '../engine/engine.ts';

/** The secret of the link that opened the page; it stays out of the history and of what is shared from here. */
export function takeInvitation(): string | null {
  const secret = location.hash.slice(1) || null;
  if (secret) history.replaceState(null, '', location.pathname);
  return secret;
}

/**
 * The invitation to join with, and how to put it aside. Its link may also be opened in the open page, or be the one that this
 * phone joined with, which changes nothing.
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
