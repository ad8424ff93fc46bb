import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isConsentWanted, readConsent, saveConsent, trackViews } from './analytics.ts';
import { boot } from './boot.ts';
import { PrivacyLink } from './privacy-link.tsx';
import { resumeCounting, stopCounting } from './stop-counting.ts';
import { Button } from './ui/button.tsx';

/**
 * Asks once and defaults to no: nothing is loaded without consent. The footer's button, marked `data-asks-consent`,
 * asks again, so that consent can be withdrawn. Rendered only if there is an analytics id.
 */
export function ConsentBanner() {
  const { isOpen, title, close } = useQuestion();
  if (!isOpen) return null;
  const answer = (said: 'granted' | 'refused') => {
    saveConsent(said);
    if (said === 'granted') {
      resumeCounting(boot.analyticsId!);
      trackViews();
    } else stopCounting(boot.analyticsId!);
    close();
  };
  const said = readConsent();
  return (
    <div ref={keepRoom} className="print:hidden">
      <section
        aria-labelledby="consent-title"
        className="fixed inset-x-3 bottom-3 z-50 mx-auto max-h-[calc(100dvh-24px)] max-w-copy overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-dialog"
      >
        <h2 ref={title} id="consent-title" tabIndex={-1} className="text-lg">
          Allow analytics?
        </h2>
        <p className="mt-1 text-md text-fg-2">
          Analytics tell us which announcements reach people. Nothing loads unless you agree.
          {said && ` Your current choice: ${said === 'granted' ? 'yes' : 'no'}.`} <PrivacyLink />
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => answer('refused')}>
            {said === 'granted' ? 'No, stop counting' : 'No, thank you'}
          </Button>
          <Button variant="secondary" onClick={() => answer('granted')}>
            Yes, count my visit
          </Button>
        </div>
      </section>
    </div>
  );
}

/** Gives the banner's place in the page its height, so that the end of the page can be scrolled above it. */
function keepRoom(place: HTMLElement | null) {
  const banner = place?.firstElementChild;
  if (!banner) return;
  const observer = new ResizeObserver(() => {
    place.style.height = `${banner.getBoundingClientRect().height + 24}px`;
  });
  observer.observe(banner);
  return () => observer.disconnect();
}

/**
 * Open on arrival while there is no answer, and whenever the footer's button is pressed, which then gets the focus
 * back.
 */
function useQuestion() {
  const [isOpen, setOpen] = useState(isConsentWanted);
  const title = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const askAgain = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-asks-consent]') : null;
      if (!button) return;
      opener.current = button;
      flushSync(() => setOpen(true));
      title.current?.focus();
    };
    document.addEventListener('click', askAgain);
    return () => document.removeEventListener('click', askAgain);
  }, []);
  const close = () => {
    setOpen(false);
    opener.current?.focus({ preventScroll: true });
    opener.current = null;
  };
  return { isOpen, title, close };
}
