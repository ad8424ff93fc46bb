import type { UseQueryResult } from '@tanstack/react-query';
import { event } from '#content/event.ts';
import type { Order, OrderWithRegistrations } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { isRegistrationClosed } from '#domain/event-phase.ts';
import { boot } from '../boot.ts';
import { now } from '../clock.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { CheckAgain } from './check-again.tsx';
import { REFUNDING, statusTextOf } from './status-text.ts';
import { WayToPay } from './way-to-pay.tsx';

/** Explains any payment status except `completed`, and offers the next step. */
export function StatusNotice({
  data: { order, isBeingRefunded },
  query,
}: {
  data: OrderWithRegistrations;
  query: UseQueryResult<OrderWithRegistrations>;
}) {
  const isClosed = isRegistrationClosed(event, now(), boot.closedByBuild);
  const said = isBeingRefunded ? REFUNDING : statusTextOf(order, isClosed);
  if (!said) return null;
  const actions = {
    check: <CheckAgain order={order} query={query} />,
    register: <ButtonLink href={paths.register}>Register again</ButtonLink>,
    write: (
      <ButtonLink variant="secondary" href={mailAbout(order)}>
        Email {boot.contact.email}
      </ButtonLink>
    ),
  };
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={said.tone} title={said.title} action={said.nextStep && actions[said.nextStep]}>
        {said.text}
      </Notice>
      {said.nextStep === 'check' && <WayToPay order={order} query={query} />}
    </div>
  );
}

function mailAbout(order: Order): string {
  return `mailto:${boot.contact.email}?subject=${encodeURIComponent(`Registration ID ${order.registrationNumber}`)}`;
}
