import { useEffect } from 'react';
import { paths } from '#contract/paths.ts';
import { loadToaster } from '../../toasts.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CenteredPage } from '../frame/centered-page.tsx';
import { usePageTitle } from '../frame/page-title.ts';

const REDIRECT_DELAY_MS = 500;
const SENTENCE = 'You are logged out. Logging in again...';

/** Says so, then redirects to the sign-in and back to this page. */
export function LoggedOut() {
  usePageTitle('Unauthorized');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const leave = () => location.assign(paths.login(location.pathname + location.search));
    const show = () => {
      if (isGone) return;
      toast({ title: 'Unauthorized', description: SENTENCE, tone: 'error' });
      timer = setTimeout(leave, REDIRECT_DELAY_MS);
    };
    // The delay is for reading, so it starts once the toast is visible. The page itself has the same sentence.
    loadToaster().then(show, show);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <CenteredPage>
      <h1 className="sr-only">Unauthorized</h1>
      <Spinner label={SENTENCE} />
    </CenteredPage>
  );
}
