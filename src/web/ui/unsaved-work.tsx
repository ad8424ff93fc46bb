import { createContext, useContext, useEffect } from 'react';

const everywhere = new Set<object>();

/** What is unsaved in the dialog around. */
export const UnsavedInDialog = createContext<Set<object> | null>(null);

/**
 * Put into a form: while `when` holds, its dialog asks before it closes, the browser asks before the page goes, and a
 * session that ends leaves the page as it is.
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

/** What one has chosen to throw away is asked about no more. */
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
