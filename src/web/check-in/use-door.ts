import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { event } from '#content/event.ts';
import { listRegistrations } from '#contract/admin.ts';
import { checkIn, getCheckInStats, listCheckedIn, validateQr } from '#contract/check-in.ts';
import type { InputOf } from '#contract/route.ts';
import { ApiError, call } from '../api.ts';
import { toast } from '../ui/toast-store.ts';
import { giveSignal, type Signal } from './signals.ts';
import { type DoorPerson, personOf, type Verdict, verdictOf, verdictOfRefusal } from './verdict.ts';

const NOTHING: Verdict = { kind: 'none' };

const SIGNALS: Partial<Record<Verdict['kind'], Signal>> = {
  valid: 'ok',
  admitted: 'ok',
  used: 'used',
  refused: 'bad',
  failed: 'bad',
};

/** What happens at the door: a ticket is validated, a person is checked in, the band says what came of it. */
export function useDoor() {
  const client = useQueryClient();
  const turn = useRef(0);
  const [verdict, setVerdict] = useState<Verdict>(NOTHING);
  const [notes, setNotes] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const validation = useMutation({
    mutationFn: (qrToken: string) => call(validateQr, { body: { qrToken } }),
  });
  const admission = useMutation({
    mutationFn: (body: InputOf<typeof checkIn.body>) => call(checkIn, { body }),
  });

  const show = useCallback((next: Verdict) => {
    turn.current += 1;
    setFailure(null);
    setVerdict(next);
    const signal = SIGNALS[next.kind];
    if (signal) giveSignal(signal);
  }, []);
  const clear = useCallback(() => show(NOTHING), [show]);

  /** The verdict on a token, or null if another ticket has overtaken it. */
  const ask = async (token: string): Promise<Verdict | null> => {
    show({ kind: 'checking' });
    const own = turn.current;
    try {
      const answer = await validation.mutateAsync(token);
      return own === turn.current ? verdictOf(answer, token, event.zone) : null;
    } catch (error) {
      return own === turn.current ? { kind: 'failed', message: sentenceOf(error, VALIDATION_FAILED) } : null;
    }
  };

  const refresh = () =>
    Promise.all(
      [getCheckInStats, listCheckedIn, listRegistrations].map((route) =>
        client.invalidateQueries({ queryKey: [route.path] }),
      ),
    );

  const admit = async (body: InputOf<typeof checkIn.body>, person: DoorPerson): Promise<boolean> => {
    setFailure(null);
    try {
      const { registration } = await admission.mutateAsync({ ...body, notes: notes.trim() || undefined });
      show({ kind: 'admitted', person: personOf(registration) });
      setNotes('');
      return true;
    } catch (error) {
      const sentence = sentenceOf(error, CHECK_IN_FAILED);
      toast({ title: 'Check-in Failed', description: sentence, tone: 'error' });
      const refusal = error instanceof ApiError ? verdictOfRefusal(error, person) : null;
      if (refusal) show(refusal);
      else setFailure(sentence);
      if (!refusal) giveSignal('bad');
      return false;
    } finally {
      void refresh();
    }
  };

  return {
    verdict,
    notes,
    setNotes,
    failure,
    isAdmitting: admission.isPending,
    show,
    clear,
    refresh,

    /** Reads a ticket and says what it is worth. */
    validate: async (token: string) => {
      const next = await ask(token);
      if (!next) return;
      show(next);
      sayRefusal(next);
    },

    /** Reads a ticket and checks its person in at once if it is good. */
    validateAndAdmit: async (token: string) => {
      const next = await ask(token);
      if (!next) return;
      if (next.kind === 'valid') {
        const ok = await admit({ qrToken: token, method: 'qr_scan' }, next.person);
        if (!ok) setVerdict((now) => (now.kind === 'checking' ? next : now));
        return;
      }
      show(next);
      sayRefusal(next);
    },

    /** Checks in whom the band shows. */
    admitShown: async (): Promise<boolean> => {
      if (verdict.kind !== 'valid' && verdict.kind !== 'chosen') return false;
      const body =
        verdict.kind === 'valid'
          ? ({ qrToken: verdict.token, method: 'qr_scan' } as const)
          : ({ registrationId: verdict.registrationId, method: 'manual_lookup' } as const);
      const ok = await admit(body, verdict.person);
      if (ok) sayAdmitted(verdict.person);
      return ok;
    },
  };
}
export type Door = ReturnType<typeof useDoor>;

const VALIDATION_FAILED = 'Could not validate QR code.';
const CHECK_IN_FAILED = 'Could not complete check-in';

function sayRefusal(verdict: Verdict) {
  if (verdict.kind === 'refused')
    toast({ title: 'Invalid QR Code', description: verdict.message, tone: 'error' });
  if (verdict.kind === 'failed') {
    toast({ title: 'Validation Failed', description: VALIDATION_FAILED, tone: 'error' });
  }
}

function sayAdmitted({ firstName, lastName }: DoorPerson) {
  toast({
    title: 'Check-in Successful',
    description: `${firstName} ${lastName} checked in successfully`,
    tone: 'ok',
  });
}

function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.sentence ? error.sentence : otherwise;
}
