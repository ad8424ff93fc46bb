import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';
import { ApiError } from '../../api.ts';
import { boot } from '../../boot.ts';
import { usePageTheme } from '../../theme.ts';
import { loadToaster } from '../../toasts.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { hasUnsavedWork } from '../../ui/unsaved-work.tsx';
import { AskBeforeLeaving } from '../actions/ask-before-leaving.tsx';
import { useCurrentUser } from '../sign-in/current-user.ts';
import { AdminHeader } from './admin-header.tsx';
import { CenteredPage } from './centered-page.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { LoadFailure } from './load-failure.tsx';
import { usePageTitle } from './page-title.ts';

// Rarely needed, so loaded on demand.
const AccessDenied = onDemand(() => import('../sign-in/access-denied.tsx'), 'AccessDenied');
const LoggedOut = onDemand(() => import('../sign-in/logged-out.tsx'), 'LoggedOut');
const SignInAgain = onDemand(() => import('../sign-in/sign-in-again.tsx'), 'SignInAgain');

interface Guarded {
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

/** A separate page with a way back to the dashboard. */
export function AdminSubpage({ title, denied, children }: Guarded & { title: string }) {
  usePageTitle(title);
  return (
    <AdminGuard denied={denied}>
      {(user) => (
        <TooltipProvider>
          <AdminHeader user={user} />
          <main className="mx-auto max-w-[96rem] px-4 pt-5 pb-24 text-dense sm:px-8 sm:pt-6">
            <a href={paths.admin()} className="link inline-flex min-h-11 items-center gap-2">
              <ArrowLeft aria-hidden="true" className="size-4" />
              Back to the dashboard
            </a>
            <h2 className="mt-2 mb-5 text-xl">{title}</h2>
            {children(user)}
          </main>
        </TooltipProvider>
      )}
    </AdminGuard>
  );
}

/** `session_ended`: signed out with unsaved work. */
type LostAccess = 'signed_out' | 'session_ended' | 'forbidden';

/** Watches all calls, so that an expired session or removed permission shows at once. */
function useLostAccess(): { lost: LostAccess | null; regain: () => void } {
  const client = useQueryClient();
  const [lost, setLost] = useState<LostAccess | null>(null);
  useEffect(() => {
    const check = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const { error } = event.action;
      setLost((known) => lostAccess(error) ?? known);
    };
    const leaveQueries = client.getQueryCache().subscribe(check);
    const leaveMutations = client.getMutationCache().subscribe(check);
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [client]);
  return { lost, regain: useCallback(() => setLost(null), []) };
}

/** Other refusals with status 403, such as a closed registration, say nothing about the person. */
function lostAccess(error: unknown): LostAccess | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return hasUnsavedWork() ? 'session_ended' : 'signed_out';
  return error.code === 'forbidden' ? 'forbidden' : null;
}
