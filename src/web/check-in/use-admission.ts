import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listRegistrations } from '#contract/admin.ts';
import { checkIn, type DoorRegistration, getCheckInStats, listCheckedIn } from '#contract/check-in.ts';
import type { InputOf } from '#contract/route.ts';
import { ApiError, call } from '../api.ts';
import { lostPressFor, pressFor, settlePress } from './presses.ts';

export type CheckInBody = InputOf<typeof checkIn.body>;

/** A person stands there and waits: an answer that takes longer counts as lost. */
export const DOOR_TIME_LIMIT_MS = 10_000;

/** The call that checks in, with its notes; whatever comes of it, the lists are read anew. */
export function useAdmission() {
  const client = useQueryClient();
  const [notes, setNotes] = useState('');
  const admission = useMutation({
    mutationFn: (body: CheckInBody) => call(checkIn, { body, timeLimitMs: DOOR_TIME_LIMIT_MS }),
  });
  const refresh = async () => {
    const lists = [getCheckInStats, listCheckedIn, listRegistrations];
    await Promise.all(lists.map((route) => client.invalidateQueries({ queryKey: [route.path] })));
  };
  const press = async (registrationId: number, body: CheckInBody): Promise<DoorRegistration> => {
    try {
      const { registration } = await admission.mutateAsync(body);
      settlePress(registrationId);
      return registration;
    } catch (error) {
      if (!isUnanswered(error)) settlePress(registrationId);
      throw error;
    } finally {
      void refresh();
    }
  };
  return {
    notes,
    setNotes,
    isAdmitting: admission.isPending,
    refresh,

    admit: async (registrationId: number, body: CheckInBody) => {
      const pressId = pressFor(registrationId, Date.now());
      const registration = await press(registrationId, {
        ...body,
        pressId,
        notes: notes.trim() || undefined,
      });
      setNotes('');
      return registration;
    },

    /** The person whom a press of the last minute let in, if its answer was lost; else null, and nobody is let in. */
    repeatLostPress: async (registrationId: number): Promise<DoorRegistration | null> => {
      const pressId = lostPressFor(registrationId, Date.now());
      if (!pressId) return null;
      try {
        return await press(registrationId, { registrationId, method: 'manual_lookup', pressId });
      } catch {
        // Somebody else's check-in, or no answer again: what the ticket itself said stands.
        return null;
      }
    },
  };
}

/** Nobody knows whether the server has stored it. */
function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
