import { useBlocker } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { hasUnsavedWork } from '../../ui/unsaved-work.tsx';

type QuestionProps = { onDiscard: () => void; onKeep: () => void };

const DiscardQuestion = lazy<ComponentType<QuestionProps>>(() =>
  import('../../ui/discard-question.tsx').then(
    (file) => ({ default: file.DiscardQuestion }),
    // Without a network, failing would take the page and what was typed with it.
    () => ({ default: BrowserQuestion }),
  ),
);

/**
 * Asks before the Back button or another tab of the desk discards unsaved work. `UnsavedWork` asks before leaving the site.
 * The page has it from the start: loaded with the first input, it would miss a Back that comes soon after. Only the question,
 * which is rare, is loaded on demand; until it is answered, nothing is left.
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
    if (confirm('Discard your changes? What you changed has not been saved.')) onDiscard();
    else onKeep();
  }, []);
  return null;
}
