import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { newsletter } from '#content/newsletter.ts';
import type { NewsletterSource } from '#contract/newsletter.ts';
import { API_PATHS } from '#contract/paths.ts';
import { ArcCorner } from '../art/arc-corner.tsx';
import { HorizonBand } from '../art/horizon-band.tsx';
import { PrivacyLink } from '../privacy-link.tsx';
import { Button } from '../ui/button.tsx';
import type { ButtonVariant } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast-store.ts';
import { useWhenShownAgain } from '../use-when-shown-again.ts';
import type { Outcome } from './newsletter-signup.ts';

const fields = [
  { name: 'firstName', label: 'First name', type: 'text', autoComplete: 'given-name', optional: false },
  { name: 'lastName', label: 'Last name', type: 'text', autoComplete: 'family-name', optional: false },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', optional: false },
  { name: 'organization', label: 'Organization', type: 'text', autoComplete: 'organization', optional: true },
] as const;

const buttons: Record<NewsletterSource, ButtonVariant> = {
  hero: 'beacon',
  footer: 'secondary',
  registration_section: 'primary',
};

/**
 * The newsletter form, and thanks once subscribed. Its box has the id `newsletter-signup-{source}`. Without the script,
 * the browser posts it natively and gets a page.
 */
export function NewsletterForm({
  source,
  also,
}: {
  source: NewsletterSource;
  /** What else the list is for just now. */
  also?: string | undefined;
}) {
  const { form, outcome, isBusy, submit } = useSignup();
  const id = `newsletter-signup-${source}`;
  return (
    <Frame id={id} source={source} also={also}>
      {outcome?.kind === 'subscribed' ? (
        <Thanks />
      ) : (
        <form
          ref={form}
          method="post"
          action={API_PATHS.newsletterSignup}
          aria-label={newsletter.names[source]}
          className={
            source === 'registration_section' ? 'rounded-card bg-surface p-4 shadow-card sm:p-7' : undefined
          }
          onFocus={fetchSignup}
          onSubmit={submit}
        >
          <input type="hidden" name="source" value={source} />
          <Fields formId={id} errors={outcome?.kind === 'invalid' ? outcome.errors : {}} />
          {outcome?.kind === 'failed' && (
            <Notice tone="error" title={newsletter.failed.title} className="mt-4">
              {outcome.message}
            </Notice>
          )}
          <p className="mt-4 text-sm text-fg-2">
            {newsletter.consent} <PrivacyLink />
          </p>
          <Button
            type="submit"
            variant={buttons[source]}
            size={source === 'footer' ? 'md' : 'lg'}
            busy={isBusy}
            busyLabel={newsletter.submitting}
            className={cx('mt-4', source !== 'footer' && 'w-full sm:w-auto')}
          >
            {newsletter.submit}
          </Button>
        </form>
      )}
    </Frame>
  );
}

function Fields({ formId, errors }: { formId: string; errors: Readonly<Record<string, string>> }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      {fields.map(({ optional, ...field }, index) => (
        <TextField
          key={field.name}
          {...field}
          id={`${formId}-${field.name}`}
          optional={optional}
          required={!optional}
          error={errors[field.name]}
          className={cx('justify-end', index > 1 && 'col-span-full sm:col-span-1')}
        />
      ))}
    </div>
  );
}

/** The form's state. A sentence about a field stays until the next outcome, one about the failure until the next try. */
function useSignup() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Without the script, the browser reports missing fields; with it, the form does.
    if (form.current) form.current.noValidate = true;
  }, []);
  useEffect(() => {
    if (outcome?.kind === 'invalid')
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [outcome]);

  useWhenShownAgain(() => setBusy(false));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const posted = event.currentTarget;
    const values = Object.fromEntries(new FormData(posted));
    setBusy(true);
    setOutcome((before) => (before?.kind === 'failed' ? null : before));
    const next = await trySignup(values);
    // Stays busy, because a second press would be answered with "already subscribed".
    if (!next) return posted.submit();
    setBusy(false);
    setOutcome(next);
    if (next.kind === 'subscribed') toast(next.toast);
    if (next.kind === 'failed') {
      toast({ title: newsletter.failed.title, description: next.message, tone: 'error' });
    }
  };
  return { form, outcome, isBusy, submit };
}

/** Null if the script can't be loaded although the browser is online: the browser then posts the form itself. */
async function trySignup(values: Readonly<Record<string, unknown>>): Promise<Outcome | null> {
  try {
    const { signUp } = await import('./newsletter-signup.ts');
    return await signUp(values);
  } catch {
    // Chromium loads a failed script again only when the page is reloaded.
    return navigator.onLine ? null : { kind: 'failed', message: newsletter.failed.message };
  }
}

function fetchSignup() {
  // A failure is dealt with on submit.
  import('./newsletter-signup.ts').catch(() => undefined);
}

function Frame({
  id,
  source,
  also,
  children,
}: {
  id: string;
  source: NewsletterSource;
  also: string | undefined;
  children: ReactNode;
}) {
  const intro = (
    <>
      <h2 className={titles[source]}>{newsletter.title}</h2>
      {also && <p className={cx(intros[source], 'font-semibold')}>{also}</p>}
      <p className={intros[source]}>{newsletter.intro}</p>
    </>
  );
  if (source !== 'registration_section') {
    return (
      <div id={id} className={boxes[source]}>
        {intro}
        {children}
      </div>
    );
  }
  return (
    <div id={id} className="relative overflow-hidden rounded-panel bg-lilac/50">
      <HorizonBand className="absolute inset-x-0 bottom-0 max-sm:hidden" />
      <div className="relative grid gap-5 p-4 sm:gap-8 sm:p-10 sm:pb-28 lg:grid-cols-[2fr_3fr] lg:gap-12">
        <div>{intro}</div>
        {children}
      </div>
    </div>
  );
}

const boxes = {
  hero: 'on-ink relative overflow-hidden rounded-panel border border-line bg-tide/70 p-5 sm:p-8',
  footer: 'on-ink max-w-xl',
};
const titles: Record<NewsletterSource, string> = {
  hero: 'text-2xl',
  footer: 'mb-3 text-lg',
  registration_section: '',
};
const intros: Record<NewsletterSource, string> = {
  hero: 'mt-2 mb-5 text-fg-2',
  footer: 'mt-1 mb-4 text-md text-fg-2 max-sm:hidden',
  registration_section: 'mt-2 text-fg-2 sm:mt-3 sm:text-lg',
};

function Thanks() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="on-light relative self-start overflow-hidden rounded-card bg-surface p-6 pr-24 sm:pr-36">
      <ArcCorner className="size-20 sm:size-32" />
      <h3 ref={title} tabIndex={-1} className="text-xl">
        {newsletter.thanks.title}
      </h3>
      <p className="mt-2 text-fg-2">{newsletter.thanks.text}</p>
    </div>
  );
}
