import type { MouseEvent, ReactNode, Ref } from 'react';
import { SiteFooter } from './site-footer.tsx';

const MAIN = 'main';

/** Header, main landmark and footer around a public page. Needs no script. */
export function PageFrame({
  header,
  main,
  children,
}: {
  header: ReactNode;
  main?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN}`}
        onClick={skipToContent}
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-button bg-beacon px-4 py-2.5 font-semibold text-ink focus:translate-y-0 print:hidden"
      >
        Skip to the content
      </a>
      {header}
      <main id={MAIN} ref={main} tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

/** Keeps the fragment of the address, where a ticket or a claim link has its key. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(MAIN)?.focus();
}
