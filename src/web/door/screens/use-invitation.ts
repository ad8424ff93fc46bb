import { useEffect, useState } from 'react';

/** The secret of the link that opened the page; it stays out of the history and of what is shared from here. */
export function takeInvitation(): string | null {
  const secret = location.hash.slice(1) || null;
  if (secret) history.replaceState(null, '', location.pathname);
  return secret;
}

/** The invitation to join with, and how to put it aside once it was used. Its link may also be opened in the open page. */
export function useInvitation(first: string | null): [string | null, () => void] {
  const [invitation, setInvitation] = useState(first);
  useEffect(() => {
    const take = () => setInvitation((before) => takeInvitation() ?? before);
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return [invitation, () => setInvitation(null)];
}
