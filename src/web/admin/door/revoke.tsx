import { listDoorPhones, type PhoneState, revokeDoorInvitation, revokeDoorPhone } from '#contract/door.ts';
import { call } from '../../api.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';
import { counted } from '../counted.ts';

export function RevokePhone({ phone, onClose }: { phone: PhoneState; onClose: () => void }) {
  const action = useAction({
    run: () => call(revokeDoorPhone, { params: { id: phone.id } }),
    refreshes: [listDoorPhones.path],
    success: () => ({
      title: 'Phone revoked',
      description: `${phone.person}’s phone can no longer admit anybody.`,
    }),
    failed: { title: 'Error', otherwise: 'The phone could not be revoked' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`Revoke the phone of ${phone.person}?`}
      confirmLabel="Revoke phone"
      busyLabel="Revoking"
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        At its next contact it uploads what it holds, then deletes the list and locks itself. Until then it
        may still admit people, and that does not count. What it decided before now stays.
      </p>
      {phone.waiting > 0 && (
        <p>
          It last reported {counted(phone.waiting, 'scan')} waiting: let it go online before it is put away.
        </p>
      )}
    </ConfirmAction>
  );
}

export function RevokeInvitation({
  invitation,
  joined,
  onClose,
}: {
  invitation: { readonly id: number };
  joined: number;
  onClose: () => void;
}) {
  const action = useAction({
    run: () => call(revokeDoorInvitation, { params: { id: String(invitation.id) } }),
    refreshes: [listDoorPhones.path],
    success: () => ({ title: 'Invitation revoked', description: 'Nobody can join with its code anymore.' }),
    failed: { title: 'Error', otherwise: 'The invitation could not be revoked' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title="Revoke this invitation?"
      confirmLabel="Revoke invitation"
      busyLabel="Revoking"
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        Nobody can join with its code or link anymore.{' '}
        {joined > 0 && `The ${joined === 1 ? 'phone' : `${joined} phones`} that joined with it keep working.`}
      </p>
    </ConfirmAction>
  );
}
