import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { findMyTickets } from '#contract/my-ticket.ts';
import { MY_TICKET_WORDS } from '#contract/words/my-ticket.ts';
import { call, sentenceOf } from '../api.ts';
import { ContactEmail } from '../contact-email.tsx';
import { PrivacyLink } from '../privacy-link.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useCallForm } from '../use-call-form.ts';

/** Mails the links to an address's tickets. The page's response doesn't reveal whether there are any. */
export function FindMyTicketPage() {
  const asking = useMutation({
    mutationFn: (body: z.output<typeof findMyTickets.body>) => call(findMyTickets, { body }),
  });
  const form = useCallForm({ schema: findMyTickets.body, initial: { email: '' }, refusal: asking.error });
  const [isAgain, setAgain] = useState(false);
  return (
    <SiteFrame title="Find my ticket" action="none">
      <div className="wrap section-y">
        <Card className="mx-auto max-w-copy sm:p-10">
          <h1>Find my ticket</h1>
          {asking.isSuccess ? (
            <Sent
              email={asking.variables.email}
              onAgain={() => {
                setAgain(true);
                asking.reset();
              }}
            />
          ) : (
            <form
              noValidate
              onSubmit={form.submit((body) => !asking.isPending && asking.mutate(body))}
              className="mt-4 flex flex-col gap-4"
            >
              <p className="text-fg-2">{MY_TICKET_WORDS.find}</p>
              <ErrorSummary errors={form.errors} attempt={form.attempt} />
              <TextField
                label="Email"
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus={isAgain}
                {...form.field('email')}
              />
              {asking.error && form.errors.length === 0 && (
                <Notice tone="error">{sentenceOf(asking.error)}</Notice>
              )}
              <Button
                type="submit"
                variant="beacon"
                className="self-start"
                busy={asking.isPending}
                busyLabel="Sending"
              >
                Email me the links
              </Button>
              <p className="text-sm">
                <PrivacyLink />
              </p>
            </form>
          )}
        </Card>
      </div>
    </SiteFrame>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(() => sentence.current?.focus(), []);
  return (
    <>
      <p ref={sentence} tabIndex={-1} role="status" className="mt-4 text-lg outline-none">
        {MY_TICKET_WORDS.found}
      </p>
      <p className="mt-3 text-fg-2">
        You entered <strong className="wrap-anywhere">{email}</strong>. No email? Check your spam folder, or
        try another address. You can also email <ContactEmail />.
      </p>
      <Button variant="secondary" className="mt-6" onClick={onAgain}>
        Try another address
      </Button>
    </>
  );
}
