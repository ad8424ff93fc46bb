import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { event } from '#content/event.ts';
import { listRegistrations } from '#contract/admin.ts';
import { checkIn, getCheckInStats, listCheckedIn, validateQr } from '#contract/check-in.ts';
import type { InputOf } from '#contract/route.ts';
import { ApiError, call } from '../api.ts';
import type { ToastMessage } from '../ui/toast-store.ts';
import { giveSignal } from './signals.ts';
import { useBand } from './use-band.ts';
import { type DoorPerson, personOf, type Verdict, verdictOf, verdictOfRefusal } from './verdict.ts';

type CheckInBody = InputOf<typeof checkIn.body>;

const VALIDATION_FAILED = 'Could not validate QR code.';
const CHECK_IN_FAILED = 'Could not complete check-in';

/** What happens at the door: a ticket is validated, a person is checked in, the band says what came of it. */
export function useDoor() {
  const { verdict, show, clear, begin, say } = useBand();
  const { admit, refresh, isAdmitting, notes, setNotes } = useAdmission();
  const [failure, setFailure] = useState<string | null>(null);
  const validation = useMutation({
    mutationFn: (qrToken: string) => call(validateQr, { body: { qrToken } }),
  });

  /** The verdict on a token, or null if another ticket has overtaken it. */
  const ask = async (token: string): Promise<Verdict | null> => {
    setFailure(null);
    const isLatest = begin();
    try {
      const answer = await validation.mutateAsync(token);
      return isLatest() ? verdictOf(answer, token, event.zone) : null;
    } catch (error) {
      return isLatest() ? failed(VALIDATION_FAILED, error) : null;
    }
  };
  const tell = (next: Verdict) => {
    show(next);
    say(refusalToast(next));
  };
  /** Shows the person as admitted, or why not; the error when it says nothing about the ticket. */
  const attempt = async (
    body: CheckInBody,
    person: DoorPerson,
  ): Promise<{ ok: boolean; error?: unknown }> => {
    setFailure(null);
    try {
      show({ kind: 'admitted', person: personOf(await admit(body)) });
      return { ok: true };
    } catch (error) {
      say({
        title: 'Check-in Failed',
        description: sentenceOf(error) ?? CHECK_IN_FAILED,
        tone: 'error',
      });
      const refusal = error instanceof ApiError ? verdictOfRefusal(error, person) : null;
      if (refusal) show(refusal);
      return refusal ? { ok: false } : { ok: false, error };
    }
  };

  return {
    verdict,
    notes,
    setNotes,
    failure,
    isAdmitting,
    show,
    clear: () => {
      setFailure(null);
      clear();
    },
    /** Takes away a band that has been seen, as the same function at each drawing. */
    clearBand: clear,
    refresh,

    /** Reads a ticket and says what it is worth. */
    validate: async (token: string) => {
      const next = await ask(token);
      if (next) tell(next);
    },

    /** Reads a ticket and checks its person in at once if it is good. Green then always means: is in. */
    validateAndAdmit: async (token: string) => {
      const next = await ask(token);
      if (next?.kind !== 'valid') {
        if (next) tell(next);
        return;
      }
      const { error } = await attempt({ qrToken: token, method: 'qr_scan' }, next.person);
      if (error) show(failed(CHECK_IN_FAILED, error));
    },

    /** Checks in whom the band shows; after a failure they stay there for another try. */
    admitShown: async (): Promise<boolean> => {
      if (verdict.kind !== 'valid' && verdict.kind !== 'chosen') return false;
      const { ok, error } = await attempt(checkInBody(verdict), verdict.person);
      if (ok) say(successToast(verdict.person));
      if (error) {
        setFailure(sentenceOf(error) ?? CHECK_IN_FAILED);
        giveSignal('bad');
      }
      return ok;
    },
  };
}
export type Door = ReturnType<typeof useDoor>;

/** The call that checks in, with its notes; whatever comes of it, the lists are read anew. */
function useAdmission() {
  const client = useQueryClient();
  const [notes, setNotes] = useState('');
  const admission = useMutation({ mutationFn: (body: CheckInBody) => call(checkIn, { body }) });
  const refresh = async () => {
    const lists = [getCheckInStats, listCheckedIn, listRegistrations];
    await Promise.all(lists.map((route) => client.invalidateQueries({ queryKey: [route.path] })));
  };
  const admit = async (body: CheckInBody) => {
    try {
      const { registration } = await admission.mutateAsync({ ...body, notes: notes.trim() || undefined });
      setNotes('');
      return registration;
    } finally {
      void refresh();
    }
  };
  return { admit, refresh, isAdmitting: admission.isPending, notes, setNotes };
}

function checkInBody(verdict: Extract<Verdict, { kind: 'valid' | 'chosen' }>): CheckInBody {
  return verdict.kind === 'valid'
    ? { qrToken: verdict.token, method: 'qr_scan' }
    : { registrationId: verdict.registrationId, method: 'manual_lookup' };
}

function failed(title: string, error: unknown): Verdict {
  return { kind: 'failed', title, message: sentenceOf(error) };
}

function refusalToast(verdict: Verdict): ToastMessage | null {
  if (verdict.kind === 'refused') {
    return { title: 'Invalid QR Code', description: verdict.message, tone: 'error' };
  }
  if (verdict.kind === 'failed') {
    return { title: 'Validation Failed', description: VALIDATION_FAILED, tone: 'error' };
  }
  return null;
}

function successToast({ firstName, lastName }: DoorPerson): ToastMessage {
  return {
    title: 'Check-in Successful',
    description: `${firstName} ${lastName} checked in successfully`,
    tone: 'ok',
  };
}

function sentenceOf(error: unknown): string | null {
  return error instanceof ApiError ? error.ownSentence : null;
}
