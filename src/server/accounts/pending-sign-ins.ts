import { HOUR } from '#domain/durations.ts';
import type { PendingSignIn } from '../http/session-data.ts';
import type { Session } from '../http/sessions.ts';

const KEPT = 5;
/** Enough time to find a phone and type a code. */
const LIFETIME = HOUR;

/** One per tab, so that two tabs can sign in at once. */
export async function addPendingSignIn(session: Session, pending: PendingSignIn): Promise<void> {
  await session.change((stored) => ({
    ...stored,
    signIns: [...(stored.signIns ?? []), pending].slice(-KEPT),
  }));
}

/** The sign-in that this response belongs to, or null. Each can be taken only once, whatever the response says. */
export async function takePendingSignIn(
  session: Session,
  state: string | undefined,
  now: Date,
): Promise<PendingSignIn | null> {
  if (!session.data.signIns?.some((one) => one.state === state)) return null;
  const taken: PendingSignIn[] = [];
  await session.change((stored) => {
    const all = stored.signIns ?? [];
    taken.push(...all.filter((one) => one.state === state));
    return { ...stored, signIns: all.filter((one) => one.state !== state) };
  });
  const [pending] = taken;
  const isOpen = pending && now.getTime() - Date.parse(pending.startedAt) < LIFETIME;
  return isOpen ? pending : null;
}
