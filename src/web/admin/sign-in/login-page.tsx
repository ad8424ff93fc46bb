import { getRouteApi, Navigate } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { event } from '#content/event.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CenteredPage } from '../frame/centered-page.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { useCurrentUser } from './current-user.ts';

const route = getRouteApi(PAGES.adminLogin);

export function LoginPage() {
  usePageTitle('Admin sign-in');
  const user = useCurrentUser();
  const { again } = route.useSearch();
  if (user.data && again) return <SignedInAgain />;
  if (user.data) return <Navigate to={PAGES.admin} search={{ tab: undefined }} replace />;
  return (
    <CenteredPage>
      <Card>
        <p className="eyebrow mb-2">{event.name}</p>
        <h1 className="text-2xl">Admin sign-in</h1>
        {user.isPending ? (
          <p className="mt-6">
            <Spinner label="Checking authentication" />
          </p>
        ) : (
          <SignIn />
        )}
        <LoadFailure query={user} title="We could not check whether you are signed in" className="mt-4" />
      </Card>
    </CenteredPage>
  );
}

/** For a tab that was opened only to sign in: the work is in the original tab. */
function SignedInAgain() {
  useEffect(() => window.close(), []);
  return (
    <CenteredPage>
      <Card>
        <h1 className="text-2xl">You are signed in</h1>
        <p className="mt-3 text-fg-2">Close this tab and continue your work in the other one.</p>
      </Card>
    </CenteredPage>
  );
}

function SignIn() {
  return (
    <>
      <p className="mt-3 text-fg-2">For event staff. Sign in with your work account.</p>
      <ButtonLink href={paths.login()} size="lg" className="mt-6 w-full">
        <LogIn aria-hidden="true" />
        Sign in
      </ButtonLink>
      <p className="mt-5 text-md">
        <a href={paths.home} className="link">
          Go to the home page
        </a>
      </p>
    </>
  );
}
