import { useBlocker } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { hasUnsavedWork } from '../../ui/unsaved-work.tsx';

type QuestionProps = { onDiscard: () => void; onKeep: () => void };

/** Needs a Suspense around it. */
export const DiscardQuestion = lazy<ComponentType<QuestionProps>>(() =>
  import('../../ui/discard-question.tsx').then(
    (file) => ({ default: file.DiscardQuestion }),
    // If it fails to load without a network, the page and its input must survive.
    () => ({ default: BrowserQuestion }),
  ),
);

/**
 * Asks before the Back button or another tab of the desk discards unsaved work. `UnsavedWork` asks before leaving the
 * site. Part of the page from the start: loaded with the first input, it would miss a Back soon after. Only the
 * question itself, which is rare, is loaded on demand; navigation waits for its answer.
 */
export function AskBeforeLeaving() {
  const way = useBlocker({ shouldBlockFn: hasUnsavedWork, enableBeforeUnload: false, withResolver: true });
  if (way.status !== 'blocked') return null;
  return (
    <Suspense>
      <DiscardQuestion onDiscard={way.proceed} onKeep={way.reset} />
    </Suspense>
  );
}

function BrowserQuestion({ onDiscard, onKeep }: QuestionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    if (confirm('Discard your changes? They have not been saved.')) onDiscard();
    else onKeep();
  }, []);
  return null;
}
