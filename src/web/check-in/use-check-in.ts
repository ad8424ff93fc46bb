import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type DoorRegistration, validateQr } from '#contract/check-in.ts';
import type { ParsedOf } from '#contract/route.ts';
import { fullName } from '#domain/attendee.ts';
import { ApiError, call } from '../api.ts';
import { ownSentenceOf } from '../api-errors.ts';
import { giveSignal, type Signal } from '../scanning/signals.ts';
import { dismissToast, type ToastMessage, toast } from '../ui/toast-store.ts';
import { type BandState, bandOf, bandOfRefusal, type DeskPerson } from './band-state.ts';
import { type CheckInBody, DESK_TIME_LIMIT_MS, useAdmission } from './use-admission.ts';

const VALIDATION_FAILED = 'Could not validate QR code.';
const CHECK_IN_FAILED = 'Could not complete check-in';

/** The desk's actions: validate a ticket, check a person in, show the result in the band. */
export function useCheckIn() {
  const { band, latest, show, clear, begin, watch, say } = useBand();
  const { admit, repeatLostPress, notes, setNotes, hasUnsentNotes } = useAdmission(
    'registrationId' in band ? band.registrationId : null,
  );
  const [failure, setFailure] = useState<string | null>(null);
  const { missed, miss, retry, dropMissed } = useMissed();
  /** Until the result is shown. */
  const [isAdmitting, setAdmitting] = useState(false);
  const validation = useMutation({
    mutationFn: (qrToken: string) => call(validateQr, { body: { qrToken }, timeLimitMs: DESK_TIME_LIMIT_MS }),
  });

  /** A token's result, or null if another ticket has overtaken it. */
  const ask = async (token: string): Promise<BandState | null> => {
    setFailure(null);
    retry(token);
    const isLatest = begin();
    try {
      const response = await validation.mutateAsync(token);
      if (response.registration) retry(response.registration.id);
      const next = (await admittedByLostPress(response)) ?? bandOf(response, token);
      return isLatest() ? next : null;
    } catch (error) {
      return isLatest() ? failed(VALIDATION_FAILED, error) : null;
    }
  };
  /** Green again if the ticket was used by this desk's own check-in whose response was lost. */
  const admittedByLostPress = async ({
    reason,
    registration,
  }: ParsedOf<typeof validateQr.response>): Promise<BandState | null> => {
    if (reason !== 'already_checked_in' || !registration) return null;
    const admitted = await repeatLostPress(registration.id);
    return admitted && { kind: 'admitted', person: admitted };
  };
  /**
   * The band for a failed check-in; null if it isn't about the ticket. A ticket used elsewhere meanwhile is validated
   * again, because only that says which admission can be undone, and what was noted.
   */
  const bandAfter = async (error: unknown, body: CheckInBody, person: DeskPerson) => {
    const refusal = error instanceof ApiError ? bandOfRefusal(error, person) : null;
    if (refusal?.kind !== 'used' || !('qrToken' in body)) return refusal;
    const response = await validation.mutateAsync(body.qrToken).catch(() => null);
    return response ? bandOf(response, body.qrToken) : refusal;
  };
  const tell = (next: BandState) => {
    show(next);
    say(next.kind === 'admitted' ? successToast(next.person) : refusalToast(next));
  };
  /**
   * Shows the person as admitted, or the refusal; returns the error if it isn't about the ticket. If the band is no
   * longer this person's, a failure is announced, and kept beside the band.
   */
  const attempt = async (
    registrationId: number,
    body: CheckInBody,
    person: DeskPerson,
  ): Promise<{ admitted?: DeskPerson; isOvertaken?: boolean; error?: unknown }> => {
    setFailure(null);
    retry(registrationId);
    setAdmitting(true);
    const isShown = watch(registrationId);
    try {
      const admitted = await admit(registrationId, body);
      const isOvertaken = !isShown();
      if (!isOvertaken) show({ kind: 'admitted', person: admitted });
      return { admitted, isOvertaken };
    } catch (error) {
      const refusal = await bandAfter(error, body, person);
      const isOvertaken = !isShown();
      const sentence = ownSentenceOf(error, CHECK_IN_FAILED);
      const description = isOvertaken ? `${fullName(person)}: ${sentence}` : sentence;
      say({ title: 'Check-in Failed', description, tone: 'error' });
      if (isOvertaken) {
        miss(registrationId, description);
        return {};
      }
      if (refusal) show(refusal);
      return refusal ? {} : { error };
    } finally {
      setAdmitting(false);
    }
  };

  return {
    band,
    notes,
    setNotes,
    hasUnsentNotes,
    failure,
    missed,
    miss,
    dropMissed,
    isAdmitting,
    show: (next: BandState) => {
      setFailure(null);
      show(next);
    },
    clear: () => {
      setFailure(null);
      clear();
    },
    /** Clears a result that has been seen. A stable function. */
    clearBand: clear,
    /**
     * Says so, clears this person's verdict, which the undo has made wrong, and returns whether it was shown: by then it
     * may be somebody else's. Whoever is about to be checked in stays.
     */
    afterUndo: (one: Pick<DoorRegistration, 'id' | 'firstName' | 'lastName'>): boolean => {
      toast({
        title: 'Check-in Undone',
        description: `The check-in of ${fullName(one)} was undone.`,
        tone: 'ok',
      });
      const { current } = latest;
      const isVerdict = current.kind === 'admitted' || current.kind === 'used';
      const isWrong = isVerdict && current.person?.id === one.id;
      if (isWrong) clear();
      return isWrong;
    },

    /** Validates a ticket and shows the verdict. */
    validate: async (token: string) => {
      const next = await ask(token);
      if (next) tell(next);
    },

    /** Validates a ticket and, if valid, checks the person in at once, so that green always means admitted. */
    validateAndAdmit: async (token: string) => {
      const next = await ask(token);
      if (next?.kind !== 'valid') {
        if (next) tell(next);
        return;
      }
      const { admitted, isOvertaken, error } = await attempt(
        next.registrationId,
        checkInBody(next),
        next.person,
      );
      if (admitted && isOvertaken) say(successToast(admitted));
      if (error) show(failed(CHECK_IN_FAILED, error));
    },

    /** Checks in the person in the band; after a failure they stay there for another try. */
    admitShown: async (): Promise<boolean> => {
      if (band.kind !== 'valid' && band.kind !== 'chosen') return false;
      const { admitted, error } = await attempt(band.registrationId, checkInBody(band), band.person);
      if (admitted) say(successToast(admitted));
      if (error) {
        setFailure(ownSentenceOf(error, CHECK_IN_FAILED));
        giveSignal('bad');
      }
      return admitted !== undefined;
    },
  };
}
export type CheckIn = ReturnType<typeof useCheckIn>;

/**
 * Why somebody was not checked in, by registration or ticket code, once the band is for others. It stays until that one
 * is tried again, or until it is read: a toast alone would be lost.
 */
function useMissed() {
  const [missed, setMissed] = useState<ReadonlyMap<number | string, string>>(new Map());
  return {
    missed,
    miss: (one: number | string, sentence: string) =>
      setMissed((before) => new Map([...before, [one, sentence]])),
    retry: (one: number | string) =>
      setMissed((before) => new Map([...before].filter(([other]) => other !== one))),
    dropMissed: () => setMissed(new Map()),
  };
}

const NOTHING: BandState = { kind: 'none' };

const SIGNALS: Partial<Record<BandState['kind'], Signal>> = {
  valid: 'ok',
  admitted: 'ok',
  used: 'used',
  refused: 'bad',
  failed: 'bad',
};

/** The result band's state, with sound and toast. */
function useBand() {
  const latest = useRef<BandState>(NOTHING);
  const lastToast = useRef(0);
  const [band, setBand] = useState<BandState>(NOTHING);

  const show = useCallback((next: BandState) => {
    latest.current = next;
    setBand(next);
    const signal = SIGNALS[next.kind];
    if (signal) giveSignal(signal);
  }, []);
  const clear = useCallback(() => show(NOTHING), [show]);

  /** The returned function tells whether the band still shows the same, or this person again. */
  const watch = (registrationId?: number): (() => boolean) => {
    const own = latest.current;
    return () => {
      const { current } = latest;
      return current === own || ('registrationId' in current && current.registrationId === registrationId);
    };
  };
  /** Clears the previous ticket's result. The returned function tells whether this ticket is still the latest. */
  const begin = (): (() => boolean) => {
    dismissToast(lastToast.current);
    show({ kind: 'checking' });
    return watch();
  };
  const say = (message: ToastMessage | null) => {
    if (message) lastToast.current = toast(message);
  };
  return { band, latest, show, clear, begin, watch, say };
}

function checkInBody(band: Extract<BandState, { kind: 'valid' | 'chosen' }>): CheckInBody {
  if (band.kind === 'valid') return { qrToken: band.token, method: 'qr_scan' };
  const { firstName, lastName, email } = band.person;
  return {
    registrationId: band.registrationId,
    method: 'manual_lookup',
    seen: { firstName, lastName, email },
  };
}

function failed(title: string, error: unknown): BandState {
  return { kind: 'failed', title, message: ownSentenceOf(error, '') };
}

function refusalToast(band: BandState): ToastMessage | null {
  if (band.kind === 'refused') {
    return { title: 'Invalid QR Code', description: band.message, tone: 'error' };
  }
  if (band.kind === 'failed') {
    return { title: 'Validation Failed', description: VALIDATION_FAILED, tone: 'error' };
  }
  return null;
}

function successToast(person: DeskPerson): ToastMessage {
  return {
    title: 'Check-in Successful',
    description: `${fullName(person)} checked in successfully`,
    tone: 'ok',
  };
}
