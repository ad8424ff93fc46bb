import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { event } from '#content/event.ts';
import { MAX_SCANS } from '#contract/door.ts';
import { typePaperList } from '#contract/door-day.ts';
import { dayIn } from '#domain/calendar.ts';
import { ApiError, call } from '../../api.ts';
import {
  nextBatch,
  type PaperEntry,
  type SheetInfo,
  type Typed,
  typeCode,
  withRefused,
  withResponse,
} from './paper-entries.ts';

/** The codes of this visit. They are sent in batches while more are typed. */
export function usePaperList() {
  const [entries, setEntries] = useState<readonly PaperEntry[]>([]);
  const upload = useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof nextBatch>>) => call(typePaperList, { body }),
    onSuccess: (response) => setEntries((current) => withResponse(current, response)),
    onError: (refusal, body) => {
      if (isRefused(refusal)) setEntries((current) => withRefused(current, body));
    },
  });
  const { mutate, isPending, reset } = upload;
  // Sending a refused batch again doesn't help.
  const error = isRefused(upload.error) ? null : upload.error;
  const waiting = entries.filter(({ state }) => state === 'waiting').length;
  useEffect(() => {
    const batch = nextBatch(entries, MAX_SCANS);
    if (batch && !isPending && !error) mutate(batch);
  }, [entries, isPending, error, mutate]);
  // The next batch is sent once there is no error.
  useEffect(() => {
    if (!error) return;
    addEventListener('online', reset);
    return () => removeEventListener('online', reset);
  }, [error, reset]);
  return {
    entries,
    waiting,
    error,
    retry: reset,
    markUndone: (id: string) =>
      setEntries((current) => current.map((one) => (one.id === id ? { ...one, state: 'undone' } : one))),
    remove: (id: string) => setEntries((current) => current.filter((one) => one.id !== id)),
    type: (text: string, sheet: SheetInfo): Typed => {
      const typed = typeCode(entries, text, sheet, {
        id: crypto.randomUUID(),
        dayOf: (instant) => dayIn(event.zone, new Date(instant)),
      });
      if (typed.kind === 'added') {
        setEntries((current) => [...current, typed.entry]);
        if (error) reset();
      }
      return typed;
    },
  };
}

/** The batch itself is at fault, such as its time. */
function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 400;
}
