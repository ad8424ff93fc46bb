import type { ReactNode } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { AccessDenied } from './access-denied.tsx';
import { CentredPage } from './centred-page.tsx';
import { useCurrentUser } from './current-user.ts';
import { Dashboard } from './dashboard.tsx';
import { LoadFailure } from './load-failure.tsx';
import { LoggedOut } from './logged-out.tsx';
import { useLostAccess } from './lost-access.ts';

/** The door to the dashboard. It only decides what to show: the server decides anew on every call. */
export function AdminPage({ checkIn }: { checkIn: ReactNode }) {
  const user = useCurrentUser();
  const lost = useLostAccess();
  if (lost === 'signed_out' || user.data === null) return <LoggedOut />;
  if (lost === 'forbidden' || user.data?.isAdmin === false) return <AccessDenied email={user.data?.email} />;
  if (user.data) return <Dashboard user={user.data} checkIn={checkIn} />;
  return (
    <CentredPage>
      {user.error ? (
        <LoadFailure
          title="We could not check whether you are signed in"
          error={user.error}
          onRetry={() => void user.refetch()}
        />
      ) : (
        <Spinner label="Checking authentication" />
      )}
    </CentredPage>
  );
}
