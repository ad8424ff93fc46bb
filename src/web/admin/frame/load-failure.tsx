import { CircleAlert, RotateCw } from 'lucide-react';
import { ApiError, sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** A failed request, shown in place of its data. */
export function LoadFailure({
  title,
  error,
  onRetry,
  className,
}: {
  title: string;
  error: Error;
  onRetry: () => void;
  className?: string;
}) {
  // What is invalid, such as an email template, would be refused again.
  const isWorthRetrying = !(error instanceof ApiError && error.code === 'invalid');
  return (
    <Notice
      tone="error"
      title={title}
      className={className}
      action={
        isWorthRetrying && (
          <Button variant="secondary" size="sm" onClick={onRetry}>
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
export function BriefLoadFailure({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <p role="alert" className="flex min-h-11 items-center gap-x-2 text-sm">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-error" />
      {title}
      <Button variant="quiet" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
