import { createContext, useContext, useEffect } from 'react';

const everywhere = new Set<object>();

/** The unsaved work in the surrounding dialog, and the forms in it that are being saved. */
export const WorkInDialog = createContext<Record<'unsaved' | 'saving', Set<object>> | null>(null);

/**
 * For use inside a form. While `when` is true, its dialog asks before closing, the browser asks before unloading, and
 * an expired session leaves the page as it is. While it `isSaving`, its dialog stays.
 */
export function UnsavedWork({ when, isSaving = false }: { when: boolean; isSaving?: boolean }) {
  const inDialog = useContext(WorkInDialog);
  useEffect(() => {
    if (!when) return;
    const work = {};
    everywhere.add(work);
    inDialog?.unsaved.add(work);
    addEventListener('beforeunload', askBeforeUnload);
    return () => {
      inDialog?.unsaved.delete(work);
      forgetUnsavedWork([work]);
    };
  }, [when, inDialog]);
  useEffect(() => {
    if (!isSaving || !inDialog) return;
    const form = {};
    inDialog.saving.add(form);
    return () => void inDialog.saving.delete(form);
  }, [isSaving, inDialog]);
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
