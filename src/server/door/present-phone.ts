import type { Phone, PhoneState } from '#contract/door.ts';
import type { DoorPhoneRow } from '../db/tables.ts';

export function presentPhone({ id, person, door, role, endsAt }: Pick<DoorPhoneRow, keyof Phone>): Phone {
  return { id, person, door, role, endsAt: endsAt.toISOString() };
}

/** A phone as staff see it. */
export function presentPhoneState(row: DoorPhoneRow): PhoneState {
  return {
    ...presentPhone(row),
    invitation: row.invitationId,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt.toISOString(),
    tickets: row.tickets,
    waiting: row.waiting,
    isReady: row.isReady,
  };
}
