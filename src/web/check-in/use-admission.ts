import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { checkIn, type DoorRegistration, getCheckInStats, listCheckedIn } from '#contract/check-in.ts';
import { listRegistrations } from '#contract/registrations.ts';
import type { InputOf } from '#contract/route.ts';
import { call } from '../api.ts';
import { isUnconfirmed } from '../api-errors.ts';
import { dropNote, type NoteDrafts, noteFor, typeNote } from './note-drafts.ts';
import { lostPressFor, pressFor, settlePress } from './presses.ts';

export type CheckInBody = InputOf<typeof checkIn.body>;

/** People are waiting in line, so a slower response counts as lost. */
export const DESK_TIME_LIMIT_MS = 10_000;

/** The returned function refreshes what lists check-ins, after a call whatever its result. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const lists = [getCheckInStats, listCheckedIn, listRegistrations];
    await Promise.all(lists.map((route) => client.invalidateQueries({ queryKey: [route.path] })));
  };
}

/** The check-in call, with notes. `shownId` is the person who can be admitted now. */
export function useAdmission(shownId: number | null) {
  const refresh = useRefresh();
  const [drafts, showDrafts] = useState<NoteDrafts>(new Map());
  /** What to store: notes may change, or lose a scanned code, while a ticket is validated. */
  const latestDrafts = useRef(drafts);
  const setDrafts = (next: NoteDrafts) => {
    latestDrafts.current = next;
    showDrafts(next);
  };
  const admission = useMutation({
    mutationFn: (body: CheckInBody) => call(checkIn, { body, timeLimitMs: DESK_TIME_LIMIT_MS }),
  });
  /** With the person's note, which is then dropped. */
  const press = async (registrationId: number, body: CheckInBody): Promise<DoorRegistration> => {
    try {
      const notes = noteFor(latestDrafts.current, registrationId).trim() || undefined;
      const { registration } = await admission.mutateAsync({ ...body, notes });
      settlePress(registrationId);
      setDrafts(dropNote(latestDrafts.current, registrationId));
      return registration;
    } catch (error) {
      if (!isUnconfirmed(error)) settlePress(registrationId);
      throw error;
    } finally {
      void refresh();
    }
  };
  return {
    notes: noteFor(drafts, shownId),
    /** Also those for people who aren't shown. */
    hasUnsentNotes: [...drafts.values()].some((note) => note.trim() !== ''),
    setNotes: (note: string) => setDrafts(typeNote(latestDrafts.current, shownId, note)),

    admit: async (registrationId: number, body: CheckInBody) => {
      const pressId = pressFor(registrationId, Date.now());
      return press(registrationId, { ...body, pressId });
    },

    /**
     * Retries a press of the last minute whose response was lost, and returns the admitted person; otherwise null, and
     * nobody is admitted.
     */
    repeatLostPress: async (registrationId: number): Promise<DoorRegistration | null> => {
      const pressId = lostPressFor(registrationId, Date.now());
      if (!pressId) return null;
      try {
        return await press(registrationId, { registrationId, method: 'manual_lookup', pressId });
      } catch {
        // Somebody else's check-in, or again no response: the ticket's own verdict stands.
        return null;
      }
    },
  };
}
