import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '#web/query-client.ts';

/**
 * Runs hooks, or a component called as a function, as a browser does: with state, effects and renders, but on a page
 * without elements. Nothing polls or ticks, because it would go on after the test. `body` runs in each render, and
 * `result` is what it last returned. Unstub the globals afterward.
 */
export async function mount<Result>(body: () => Result) {
  const document = Object.assign(new EventTarget(), {
    nodeType: 9,
    title: '',
    activeElement: null,
    hidden: false,
    querySelector: () => null,
  });
  const place = { nodeType: 1, tagName: 'DIV', ownerDocument: document, addEventListener: () => {} };
  const setInterval = () => 0;
  const globals = {
    setInterval,
    document,
    window: { name: '', HTMLIFrameElement: class {} },
    HTMLInputElement: class {},
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Within the act that causes it.
  notifyManager.setScheduler(queueMicrotask);
  let result!: Result;
  const run = () => {
    result = body();
  };
  const root = createRoot(place as unknown as Element);
  const client = createQueryClient();
  // Its queries would fetch again when a later test's page is shown again.
  onTestFinished(() => {
    client.unmount();
    client.clear();
  });
  const render = () =>
    act(async () =>
      root.render(createElement(QueryClientProvider, { client }, createElement(Body, { run }))),
    );
  await render();
  return {
    get result() {
      return result;
    },
    /** Renders again, with what has changed outside. */
    render,
    /** Does something, and waits for what follows from it. */
    act: (step: () => unknown) => act(async () => void (await step())),
    /** Ends the page, as when its component is replaced. */
    unmount: () => act(async () => root.unmount()),
  };
}

function Body({ run }: { run: () => void }) {
  run();
  return null;
}
