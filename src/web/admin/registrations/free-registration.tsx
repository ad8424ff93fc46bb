import { freeRegistration } from '#contract/registrations.ts';
import { call } from '../../api.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { ORDER_LISTS, useAction } from '../actions/use-action.ts';
import type { ListedRegistration } from './listed-registration.ts';

export function FreeRegistration({ person, onClose }: { person: ListedRegistration; onClose: () => void }) {
  const name = `${person.firstName} ${person.lastName}`;
  const action = useAction({
    run: () => call(freeRegistration, { params: { id: String(person.id) } }),
    refreshes: ORDER_LISTS,
    success: () => ({ title: 'Seat Freed', description: `${name} and the buyer are notified.` }),
    failed: { title: 'Not Freed', otherwise: 'Failed to free the seat' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`Free ${name}’s seat?`}
      confirmLabel="Free the seat"
      busyLabel="Freeing"
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        The ticket stops working immediately, and the seat can be named again. {name} and the buyer are
        notified by email. There is no automatic refund; you can refund the order.
      </p>
    </ConfirmAction>
  );
}
