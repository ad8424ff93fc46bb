import { useState } from 'react';
import { isConsentWanted, saveConsent, trackViews } from './analytics.ts';
import { Button } from './ui/button.tsx';

/** Asks once, and says no by default: until somebody agrees nothing is loaded. */
export function ConsentBanner() {
  const [isOpen, setOpen] = useState(isConsentWanted);
  if (!isOpen) return null;
  const answer = (said: 'granted' | 'refused') => {
    saveConsent(said);
    setOpen(false);
    if (said === 'granted') trackViews();
  };
  return (
    <section
      aria-labelledby="consent-title"
      className="fixed inset-x-3 bottom-3 z-50 mx-auto max-w-copy rounded-card border border-line bg-surface p-5 shadow-dialog print:hidden"
    >
      <h2 id="consent-title" className="text-lg">
        May we count visits?
      </h2>
      <p className="mt-1 text-md text-fg-2">
        It tells us which of our announcements reach people. Nothing is loaded unless you agree.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => answer('refused')}>
          No, thank you
        </Button>
        <Button variant="secondary" onClick={() => answer('granted')}>
          Yes, count my visit
        </Button>
      </div>
    </section>
  );
}
