import { createContext, useContext, useEffect } from 'react';

const everywhere = new Set<object>();

/** The unsaved work in the surrounding dialog. */
export const UnsavedInDialog = createContext<Set<object> | null>(null);

/**
 * For use inside a form. While `when` is true, its dialog asks before closing, the browser asks before unloading, and
 * an expired session leaves the page as it is.
 */
export function UnsavedWork({ when }: { when: boolean }) {
  const inDialog = useContext(UnsavedInDialog);
  useEffect(() => {
    if (!when) return;
    const work = {};
    everywhere.add(work);
    inDialog?.add(work);
    addEventListener('beforeunload', askBeforeUnload);
    return () => {
      inDialog?.delete(work);
      forgetUnsavedWork([work]);
    };
  }, [when, inDialog]);
  return null;
}

/** Discarded work isn't asked about again. */
export function forgetUnsavedWork(work: Iterable<object>): void {
  for (const one of work) everywhere.delete(one);
  if (everywhere.size === 0) removeEventListener('beforeunload', askBeforeUnload);
}

export function hasUnsavedWork(): boolean {
  return everywhere.size > 0;
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
