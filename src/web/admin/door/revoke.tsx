import { listDoorPhones, type PhoneState, revokeDoorInvitation, revokeDoorPhone } from '#contract/door.ts';
import { call } from '../../api.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { counted } from '../counted.ts';

export function RevokePhone({ phone, onClose }: { phone: PhoneState; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`Revoke ${phone.person}’s phone?`}
      confirmLabel="Revoke phone"
      busyLabel="Revoking"
      run={() => call(revokeDoorPhone, { params: { id: phone.id } })}
      refreshes={[listDoorPhones.path]}
      success={() => ({
        title: 'Phone revoked',
        description: `${phone.person}’s phone can no longer admit anyone.`,
      })}
      failed={{ title: 'Error', otherwise: 'The phone could not be revoked' }}
      onClose={onClose}
    >
      <p>
        The next time it connects, the phone uploads its scans, deletes the list and locks itself. People it
        admits until then do not count. Earlier admissions stay.
      </p>
      {phone.waiting > 0 && (
        <p>
          It last reported {counted(phone.waiting, 'scan')} waiting. Let the phone go online before you put it
          away.
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
  return (
    <ConfirmAction
      title="Revoke this invitation?"
      confirmLabel="Revoke invitation"
      busyLabel="Revoking"
      run={() => call(revokeDoorInvitation, { params: { id: String(invitation.id) } })}
      refreshes={[listDoorPhones.path]}
      success={() => ({ title: 'Invitation revoked', description: 'No one can join with its code anymore.' })}
      failed={{ title: 'Error', otherwise: 'The invitation could not be revoked' }}
      onClose={onClose}
    >
      <p>
        No one can join with its code or link anymore.{' '}
        {joined > 0 &&
          `${joined === 1 ? 'The phone that joined with it keeps' : `The ${joined} phones that joined with it keep`} working.`}
      </p>
    </ConfirmAction>
  );
}
