import { useEffect } from 'react';
import { paths } from '../paths.ts';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast-store.ts';
import { CentredPage } from './centred-page.tsx';
import { usePageTitle } from './page-title.ts';

const REDIRECT_DELAY_MS = 500;
const SENTENCE = 'You are logged out. Logging in again...';

/** Says so, and leads to the sign-in and back to this very page. */
export function LoggedOut() {
  usePageTitle('Unauthorized');
  useEffect(() => {
    toast({ title: 'Unauthorized', description: SENTENCE, tone: 'error' });
    const timer = setTimeout(
      () => location.assign(paths.login(location.pathname + location.search)),
      REDIRECT_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  return (
    <CentredPage>
      <h1 className="sr-only">Unauthorized</h1>
      <Spinner label={SENTENCE} />
    </CentredPage>
  );
}
