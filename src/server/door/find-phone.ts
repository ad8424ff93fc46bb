import { createHash } from 'node:crypto';
import { DOOR_COOKIE } from '#contract/door.ts';
import type { ActingPhone } from '#domain/access.ts';
import type { Dependencies } from '../context.ts';
import { eq, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { type DoorPhoneRow, doorPhones } from '../db/tables.ts';

/** The stored form of a secret, so that the tables contain none that works. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function doorCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${DOOR_COOKIE}` : DOOR_COOKIE;
}

const bySecret = prepared((db) =>
  db
    .select()
    .from(doorPhones)
    .where(eq(doorPhones.secretHash, sql.placeholder('secretHash')))
    .prepare('find_door_phone'),
);

/** The phone with this secret, even if revoked: its earlier decisions are still accepted. */
export async function findPhone(
  { db }: Pick<Dependencies, 'db'>,
  secret: string,
): Promise<ActingPhone | null> {
  const [row] = await bySecret(db).execute({ secretHash: hashSecret(secret) });
  return row ? asActingPhone(row) : null;
}

function asActingPhone({ id, person, door, role, endsAt, revokedAt }: DoorPhoneRow): ActingPhone {
  return { id, person, door, role, endsAt: revokedAt && revokedAt < endsAt ? revokedAt : endsAt };
}
