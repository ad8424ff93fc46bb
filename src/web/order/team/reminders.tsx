import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { resumeReminders, stopReminders, type Team } from '#contract/team.ts';
import { call, sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { teamQuery } from '../order-queries.ts';

/**
 * Turns a team's reminders of free seats on or off. A reminder's link opens the page with `turnsOff`, and always finds
 * this card; `onTurnedOff` removes it from the address, so that a reload doesn't turn them off again.
 */
export function Reminders({
  team,
  turnsOff,
  onTurnedOff,
}: {
  team: Team;
  turnsOff: boolean;
  onTurnedOff: () => void;
}) {
  const client = useQueryClient();
  const { transactionId } = team.order;
  const isOff = team.remindersStoppedAt !== null;
  const change = useMutation({
    mutationFn: (stop: boolean) =>
      call(stop ? stopReminders : resumeReminders, { params: { transactionId } }),
    onSuccess: () => {
      // Also if the call on arrival failed and the button made the change.
      if (turnsOff) onTurnedOff();
      return client.invalidateQueries({ queryKey: teamQuery(transactionId).queryKey });
    },
  });
  const turnOff = useEffectEvent(() => {
    if (isOff) onTurnedOff();
    else change.mutate(true);
  });
  useEffect(() => {
    if (turnsOff) turnOff();
  }, [turnsOff]);
  const [wasFollowed] = useState(turnsOff);
  const isReminded = team.isNamingOpen && team.seats > 1 && team.freeSeats > 0;
  if (!isReminded && !wasFollowed) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-xl">Reminders</h2>
      <p role="status" className="text-md text-fg-2">
        {isOff
          ? 'Reminders are off. We no longer write to you about free seats.'
          : 'While seats are free, we send you a few reminders before the naming deadline.'}
      </p>
      {change.error && <Notice tone="error">{sentenceOf(change.error)}</Notice>}
      <Button
        variant="secondary"
        className="self-start"
        busy={change.isPending}
        busyLabel="Saving"
        onClick={() => change.mutate(!isOff)}
      >
        {isOff ? 'Turn reminders on' : 'Turn reminders off'}
      </Button>
    </Card>
  );
}
