import { type Actor, actorFor } from '#domain/access.ts';
import type { Dependencies } from '../context.ts';
import type { SessionData } from '../http/session-data.ts';
import type { Session } from '../http/sessions.ts';
import type { Settings } from '../settings.ts';

/** Who makes the request. The allow-list is read every time: an address that is removed loses access at once. */
export function findActor({ settings }: Pick<Dependencies, 'settings'>, session: Session): Actor {
  return actorFor(findSignedIn(settings, session)?.email ?? null, settings, session.data.orders ?? []);
}

/** The session's account; null for visitors, and for a sign-in by password once passwords are no longer accepted. */
export function findSignedIn(
  { acceptsPasswords }: Pick<Settings, 'acceptsPasswords'>,
  { data: { user } }: Session,
): NonNullable<SessionData['user']> | null {
  return user && (acceptsPasswords || !user.isByPassword) ? user : null;
}
