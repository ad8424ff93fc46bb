import { CircleAlert, RotateCw } from 'lucide-react';
import { ApiError, sentenceOf } from './api.ts';
import { Button } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

/** A query, or several, as far as its failure goes. */
export interface Failing {
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** Of an earlier response, and still shown; null or undefined if nothing is. */
  readonly data: unknown;
}

interface FailureProps {
  query: Failing;
  /** For data that are missing. */
  title: string;
  className?: string;
}

function isShown(data: unknown): boolean {
  return data != null;
}

/** If a query has failed: why, with a retry where one can help. */
export function LoadFailure({ query: { error, refetch, data }, title, className }: FailureProps) {
  if (!error) return null;
  // What is invalid, such as an email template, would be refused again, and what is gone doesn't come back.
  const isWorthRetrying = !(error instanceof ApiError && (error.code === 'invalid' || error.status === 404));
  return (
    <Notice
      tone={isShown(data) ? 'warn' : 'error'}
      title={isShown(data) ? 'This may be out of date' : title}
      className={className}
      action={
        isWorthRetrying && (
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            <RotateCw aria-hidden="true" />
            Try again
          </Button>
        )
      }
    >
      {sentenceOf(error)}
    </Notice>
  );
}

/** The same in one line, for secondary data. If the main data also fails, that message has the reason. */
export function BriefLoadFailure({
  query: { error, refetch, data },
  what,
}: {
  query: Failing;
  what: string;
}) {
  if (!error) return null;
  return (
    <p role="alert" className="flex min-h-11 items-center gap-x-2 text-sm">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-error" />
      {`${what} ${isShown(data) ? 'may be out of date' : 'could not be loaded'}`}
      <Button variant="quiet" size="sm" onClick={() => void refetch()}>
        Try again
      </Button>
    </p>
  );
}
