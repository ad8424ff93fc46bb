import { RotateCw } from 'lucide-react';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** A call for data that failed, in the place where the data would be. */
export function LoadFailure({
  title,
  error,
  onRetry,
  className,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
  className?: string;
}) {
  return (
    <Notice
      tone="error"
      title={title}
      className={className}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      }
    >
      {error instanceof ApiError ? error.sentence : 'The answer could not be read.'}
    </Notice>
  );
}
