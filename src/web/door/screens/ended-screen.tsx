import { FullPage } from './full-page.tsx';

/** The phone was wiped. */
export function EndedScreen({ because }: { because: 'revoked' | 'ended' | null }) {
  return because === 'ended' ? (
    <FullPage title="Your invitation has expired">
      <p>The list on this phone was deleted. Thank you for your help!</p>
      <p className="text-fg-2">If people are still coming in, ask staff for a new invitation.</p>
    </FullPage>
  ) : (
    <FullPage title="This phone no longer works at the door">
      <p>Staff have removed it from the list of door phones, and everything on it was deleted.</p>
      <p className="text-fg-2">If that is a mistake, ask staff for a new invitation.</p>
    </FullPage>
  );
}
