import { paths } from '#contract/paths.ts';
import { DeadEnd } from './dead-end.tsx';
import { SiteFrame } from './site-frame.tsx';
import { ButtonLink } from './ui/button-link.tsx';

export function NotFoundPage() {
  return (
    <SiteFrame title="404 - Page Not Found">
      <DeadEnd
        title="404 - Page Not Found"
        eyebrow="Nothing at this address"
        actions={
          <>
            <ButtonLink href={paths.home}>Go to the home page</ButtonLink>
            <ButtonLink href={paths.findMyTicket} variant="secondary">
              Find my ticket
            </ButtonLink>
          </>
        }
      >
        The address may be mistyped, or the page has moved. Everything about the day is on the home page.
      </DeadEnd>
    </SiteFrame>
  );
}
