import { paths } from '#contract/paths.ts';
import { ArcCorner } from './art/arc-corner.tsx';
import { SiteFrame } from './site-frame.tsx';
import { ButtonLink } from './ui/button-link.tsx';
import { Card } from './ui/card.tsx';

export function NotFoundPage() {
  return (
    <SiteFrame title="404 - Page Not Found">
      <div className="wrap section-y">
        <Card className="mx-auto max-w-copy overflow-hidden pb-24 sm:p-10 sm:pb-28">
          <ArcCorner className="size-36 sm:size-48" />
          <p className="eyebrow">Nothing at this address</p>
          <h1 className="mt-2">404 - Page Not Found</h1>
          <p className="mt-4 max-w-md text-fg-2">
            The address may be mistyped, or the page has moved. Everything about the day is on the home page.
          </p>
          <p className="mt-6 flex flex-wrap gap-3">
            <ButtonLink href={paths.home} size="lg">
              Go to the home page
            </ButtonLink>
            <ButtonLink href={paths.findMyTicket} size="lg" variant="secondary">
              Find my ticket
            </ButtonLink>
          </p>
        </Card>
      </div>
    </SiteFrame>
  );
}
