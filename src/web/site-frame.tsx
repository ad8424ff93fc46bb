import { type ReactNode, useEffect, useRef } from 'react';
import { event } from '#content/event.ts';
import { PageFrame } from './page-frame.tsx';
import { headerActionWhile, SiteHeader } from './site-header.tsx';
import { showToastOnArrival } from './toast-on-arrival.ts';
import { useSale } from './use-sale.ts';

let hasShownPage = false;

/**
 * Header, main landmark and footer around a public page. `title` names the browser's tab. `action="none"` leaves out the
 * Register button where the visitor is already registering.
 */
export function SiteFrame({
  title,
  action = 'register',
  children,
}: {
  title: string;
  action?: 'register' | 'none';
  children: ReactNode;
}) {
  const { isClosed } = useSale();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} - ${event.name}`;
  }, [title]);
  useEffect(() => {
    showToastOnArrival();
    // Navigation within the app moves the focus, as a page load would, unless the page has given it to a part of itself.
    if (hasShownPage && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
    hasShownPage = true;
  }, []);
  return (
    <PageFrame
      header={<SiteHeader action={action === 'none' ? null : headerActionWhile(isClosed)} />}
      main={main}
    >
      {children}
    </PageFrame>
  );
}
