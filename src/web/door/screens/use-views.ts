import { useCallback, useEffect, useRef, useState } from 'react';
import type { Team } from '../engine/door-engine.ts';
import type { FlowState } from './verdict-flow.ts';

const VIEWS = ['find', 'own', 'board', 'more', 'team'] as const;
export type View = (typeof VIEWS)[number];

/** The screen over the camera. The browser's Back button closes it, like the arrow. */
export function useViews() {
  const [view, setView] = useState<View | null>(null);
  // Going back takes the browser a moment, in which another screen may be opened: it gets its entry afterward.
  const going = useRef(false);
  const latest = useRef<View | null>(null);
  const show = useCallback((next: View | null) => {
    latest.current = next;
    setView(next);
  }, []);
  useEffect(() => {
    // A reload starts at the camera.
    if (viewOf(history.state)) history.replaceState(null, '');
    const follow = (event: PopStateEvent) => {
      const next = going.current ? latest.current : viewOf(event.state);
      if (going.current && next) history.pushState({ view: next }, '');
      going.current = false;
      show(next);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [show]);
  const open = useCallback(
    (next: View) => {
      if (going.current) return show(next);
      if (viewOf(history.state)) history.replaceState({ view: next }, '');
      else history.pushState({ view: next }, '');
      show(next);
    },
    [show],
  );
  const close = useCallback(() => {
    if (!going.current && viewOf(history.state)) {
      going.current = true;
      history.back();
    }
    show(null);
  }, [show]);
  /** Whether this screen is open, or about to be: a render may not know of it yet. */
  const isOpen = useCallback((one: View) => latest.current === one, []);
  return { view, open, close, isOpen };
}

/** Whether to return to the camera: somebody was admitted, or there is no team to ask about any longer. */
export function isViewOver(view: View | null, shown: FlowState['shown'], team: Team | null): boolean {
  return shown?.face.look === 'go' || (view === 'team' && !team);
}

function viewOf(state: unknown): View | null {
  const { view } = (state ?? {}) as { view?: unknown };
  return VIEWS.find((one) => one === view) ?? null;
}
