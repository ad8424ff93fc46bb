import { useEffect } from 'react';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import { ContactEmail } from './contact-email.tsx';
import { Button } from './ui/button.tsx';
import { ButtonLink } from './ui/button-link.tsx';

/**
 * Replaces a page that failed. It is part of the first script and loads nothing else, because the page frame or
 * script loading itself may have failed.
 */
export function ErrorPage() {
  useEffect(() => {
    document.title = `Error - ${event.name}`;
  }, []);
  return (
    <main className="wrap flex min-h-dvh max-w-copy flex-col items-start justify-center py-16">
      <h1>This page couldn’t be shown</h1>
      <p role="alert" className="mt-4 text-lg text-fg-2">
        Something went wrong in your browser. Reload the page; if it still fails, email <ContactEmail /> and
        we will help.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button size="lg" onClick={() => location.reload()}>
          Reload the page
        </Button>
        <ButtonLink href={paths.home} size="lg" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </main>
  );
}
