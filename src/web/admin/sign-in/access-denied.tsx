import { paths } from '#contract/paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { CenteredPage } from '../frame/centered-page.tsx';
import { usePageTitle } from '../frame/page-title.ts';

export function AccessDenied({ email }: { email: string | undefined }) {
  usePageTitle('Access Denied');
  return (
    <CenteredPage>
      <Card>
        <h1 className="text-3xl">Access Denied</h1>
        <p className="mt-4">This area is restricted to authorized personnel only.</p>
        {email && (
          <p className="mt-2 text-fg-2">
            You are signed in as <strong className="font-semibold wrap-anywhere text-fg">{email}</strong>.
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink href={paths.home}>Return to Home</ButtonLink>
          <ButtonLink href={paths.loginAsAnother} variant="secondary">
            Use another account
          </ButtonLink>
        </div>
      </Card>
    </CenteredPage>
  );
}
