import { type Actor, actorFor } from '#domain/access.ts';
import type { Dependencies } from '../context.ts';
import type { Session } from '../http/sessions.ts';

/** Who makes the request. The allow-list is read every time: an address that is removed loses access at once. */
export function findActor({ settings }: Pick<Dependencies, 'settings'>, session: Session): Actor {
  return actorFor(session.data.user?.email ?? null, settings, session.data.orders ?? []);
}
