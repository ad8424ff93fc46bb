import { sentenceOf } from '../api.ts';
import { polledEvery } from '../polled-every.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Options of a poll, for all of this screen. */
export const POLLED = { ...polledEvery(), refetchOnReconnect: 'always' } as const;

/** Says that a poll failed. It keeps polling, and the reader can retry. */
export function PollFailure({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) {
  return (
    <Notice
      tone="warn"
      className="mb-4"
      title={`${what} may be out of date`}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {sentenceOf(error)}
    </Notice>
  );
}
