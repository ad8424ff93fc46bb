import { useCallback, useEffect, useState } from 'react';

const VIEWS = ['find', 'own', 'board', 'more', 'team'] as const;
export type View = (typeof VIEWS)[number];

/** The screen over the camera. The browser's Back button closes it, like the arrow. */
export function useViews() {
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    // A reload starts at the camera.
    if (viewOf(history.state)) history.replaceState(null, '');
    const follow = (event: PopStateEvent) => setView(viewOf(event.state));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const open = useCallback((next: View) => {
    if (viewOf(history.state)) history.replaceState({ view: next }, '');
    else history.pushState({ view: next }, '');
    setView(next);
  }, []);
  const close = useCallback(() => {
    // The state follows on popstate.
    if (viewOf(history.state)) history.back();
    setView(null);
  }, []);
  return { view, open, close };
}

function viewOf(state: unknown): View | null {
  const { view } = (state ?? {}) as { view?: unknown };
  return VIEWS.find((one) => one === view) ?? null;
}
