import { type ReactNode, useEffect } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';
import { boot } from '../../boot.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { usePageTheme } from '../../theme.ts';
import { loadToaster } from '../../toasts.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AskBeforeLeaving } from '../actions/ask-before-leaving.tsx';
import { useCurrentUser } from '../sign-in/current-user.ts';
import { CenteredPage } from './centered-page.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { useLostAccess } from './lost-access.ts';
import { deskPart } from './part-boundary.tsx';

// Rarely needed, so loaded on demand.
const AccessDenied = onDemand(() => import('../sign-in/access-denied.tsx'), 'AccessDenied');
const LoggedOut = onDemand(() => import('../sign-in/logged-out.tsx'), 'LoggedOut');

const LOGGED_OUT = (
  <>
    You are signed out, but your work is still here.{' '}
    <a className="link" href={paths.loginInNewTab} target="_blank" rel="noreferrer">
      Sign in in a new tab
    </a>
    , then close this and continue.
  </>
);
const SignInAgain = deskPart(
  () => import('../sign-in/sign-in-again.tsx'),
  'SignInAgain',
  'The sign-in',
  LOGGED_OUT,
);

export interface Guarded {
  /** What people who aren't staff get instead of Access Denied. */
  denied?: ReactNode;
  children: (user: CurrentUser) => ReactNode;
}

/** The access check around every admin page. It only decides what to show; the server checks every call. */
export function AdminGuard({ denied, children }: Guarded) {
  usePageTheme();
  useKeptFocus();
  const user = useCurrentUser();
  const { lost, regain } = useLostAccess();
  useEffect(() => {
    // The logged-out page shows for only half a second.
    if (!boot.user) loadToaster().catch(() => undefined);
  }, []);
  const isSignedOut = lost === 'signed_out' || user.data === null;
  if (denied && user.data?.isAdmin === false) return denied;
  if (isSignedOut || lost === 'forbidden' || user.data?.isAdmin === false) {
    return isSignedOut ? <LoggedOut /> : <AccessDenied email={user.data?.email} />;
  }
  if (user.data) {
    return (
      <>
        {children(user.data)}
        <AskBeforeLeaving />
        {lost === 'session_ended' && <SignInAgain onClose={regain} />}
      </>
    );
  }
  return (
    <CenteredPage>
      <LoadFailure query={user} title="We could not check whether you are signed in" />
      {!user.error && <Spinner label="Checking authentication" />}
    </CenteredPage>
  );
}
