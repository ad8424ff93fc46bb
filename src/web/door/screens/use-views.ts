import { useCallback, useEffect, useState } from 'react';
import type { Team } from '../engine/engine.ts';
import type { FlowState } from './verdict-flow.ts';

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

/** Whether to return to the camera: somebody was admitted, or there is no team to ask about any longer. */
export function isViewOver(view: View | null, shown: FlowState['shown'], team: Team | null): boolean {
  return shown?.face.look === 'go' || (view === 'team' && !team);
}

function viewOf(state: unknown): View | null {
  const { view } = (state ?? {}) as { view?: unknown };
  return VIEWS.find((one) => one === view) ?? null;
}
