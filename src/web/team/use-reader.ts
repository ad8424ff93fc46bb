import { useEffect, useState } from 'react';
import type { ListedPerson } from '#domain/team-list.ts';

type Reader = (text: string) => ListedPerson[];

/** The list reader, loaded when somebody starts pasting; null until then. */
export function useReader(isWanted: boolean): { read: Reader | null; hasFailed: boolean } {
  const [read, setRead] = useState<Reader | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    import('./read-list.ts').then(
      (file) => {
        setRead(() => file.readList);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [isWanted]);
  return { read, hasFailed };
}

/** Chromium loads a failed script again only when the page is reloaded. */
export const READER_FAILED = 'The list could not be read. Check your connection, and reload the page.';
