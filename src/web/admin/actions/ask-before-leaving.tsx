import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hasUnsavedWork } from '../../ui/unsaved-work.tsx';

const DiscardQuestion = lazy(() =>
  import('../../ui/discard-question.tsx').then((file) => ({ default: file.DiscardQuestion })),
);

/** Asks before the Back button or another tab of the desk discards unsaved work. `UnsavedWork` asks before leaving the site. */
export function AskBeforeLeaving() {
  const way = useBlocker({ shouldBlockFn: hasUnsavedWork, enableBeforeUnload: false, withResolver: true });
  if (way.status !== 'blocked') return null;
  return (
    <Suspense>
      <DiscardQuestion onDiscard={way.proceed} onKeep={way.reset} />
    </Suspense>
  );
}
