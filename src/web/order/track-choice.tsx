import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { chooseTrack, type Order, type Registration } from '#contract/orders.ts';
import { track as unchosen } from '#contract/words/fields.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { TRACKS, type Track } from '#domain/packages.ts';
import { ApiError, call } from '../api.ts';
import { ownSentenceOf } from '../api-errors.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toast-store.ts';
import { ordersKey } from './order-queries.ts';

const FAILED = 'The track wasn’t saved. Please try again.';

/** For a person who has no track yet. `onChosen` runs before this unmounts with the focus in it. */
export function TrackChoice({
  order,
  registration,
  onChosen,
}: {
  order: Order;
  registration: Registration;
  onChosen: () => void;
}) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Track | ''>('');
  const [error, setError] = useState<string | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  // Some browsers don't focus a pressed button. Whoever went on keeps the focus there.
  const isStillHere = () => {
    const { activeElement, body } = document;
    return activeElement === body || select.current?.form?.contains(activeElement);
  };
  const fail = (sentence: string) => {
    flushSync(() => setError(sentence));
    // Read out with the field.
    if (isStillHere()) select.current?.focus();
  };
  const saving = useMutation({
    mutationFn: (track: Track) =>
      call(chooseTrack, {
        params: { orderId: order.transactionId, registrationId: String(registration.id) },
        body: { track },
      }),
    onSuccess: async () => {
      if (isStillHere()) onChosen();
      await queryClient.invalidateQueries({ queryKey: ordersKey });
    },
    onError: (failure) => {
      const sentence = ownSentenceOf(failure, FAILED);
      fail(sentence);
      if (failure instanceof ApiError && [403, 404, 409].includes(failure.status)) {
        // The field usually goes with the refetch, its sentence with it: a colleague has chosen first.
        toast({ tone: 'error', title: 'Not saved', description: sentence });
        if (isStillHere()) onChosen();
      }
      // Also after a lost response: the track may have been saved.
      void queryClient.invalidateQueries({ queryKey: ordersKey });
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return fail(unchosen);
    setError(null);
    saving.mutate(chosen);
  };
  return (
    <form noValidate onSubmit={save} className="mt-2 flex flex-wrap items-end gap-3 print:hidden">
      <SelectField
        ref={select}
        id={`track-of-${registration.id}`}
        label={<span className="wrap-anywhere">Track for {fullName(registration)}</span>}
        emptyLabel="Choose a track"
        options={TRACKS.map((track) => ({ value: track, label: TRACK_NAMES[track] }))}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as Track | '')}
        error={error ?? undefined}
        className="flex-1 basis-56"
      />
      <Button type="submit" variant="secondary" busy={saving.isPending} busyLabel="Saving">
        Save track
      </Button>
    </form>
  );
}
