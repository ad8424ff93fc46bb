import { useEffect, useState } from 'react';
import type { DoorEngine } from '../engine/engine.ts';

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
 * The invitation to join with, and a function that replaces or dismisses it. Its link may also be opened while the page is open.
 * The invitation that this phone joined with is ignored.
 */
export function useInvitation(
  engine: DoorEngine,
  first: string | null,
  phone: string | undefined,
): [string | null, (invitation: string | null) => void] {
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
  return [!phone || isNew ? opened : null, setOpened];
}
