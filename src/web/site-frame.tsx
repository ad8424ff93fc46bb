import { type ReactNode, useEffect, useRef } from 'react';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import { boot } from './boot.ts';
import { useSale } from './sale.ts';
import { SiteFooter } from './site-footer.tsx';
import { type HeaderAction, SiteHeader } from './site-header.tsx';
import { showToastOnArrival } from './toast-on-arrival.ts';

let hasShownPage = false;

/**
 * Header, main landmark and footer around a public page. `title` names the browser's tab; a form with errors passes
 * `Error: …`. `action="none"` leaves out the Register button where the visitor is already registering.
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
    // Navigation within the app moves the focus, as a page load would.
    if (hasShownPage) main.current?.focus({ preventScroll: true });
    hasShownPage = true;
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-button bg-beacon px-4 py-2.5 font-semibold text-ink focus:translate-y-0 print:hidden"
      >
        Skip to the content
      </a>
      <SiteHeader action={action === 'none' ? null : actionWhile(isClosed)} />
      <main id="main" ref={main} tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter contact={boot.contact} countsVisits={boot.analyticsId !== null} />
    </div>
  );
}

function actionWhile(isClosed: boolean): HeaderAction {
  return isClosed
    ? { href: paths.section('newsletter-signup-hero'), label: 'Get updates' }
    : { href: paths.register, label: 'Register' };
}
