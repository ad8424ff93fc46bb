import { type ComponentType, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Hydrates one island, and marks it `data-ready` once it is interactive. */
export function hydrateIsland(island: HTMLElement, Part: ComponentType): void {
  const props = JSON.parse(island.dataset.props!) as object;
  hydrateRoot(
    island,
    <Ready island={island}>
      <Part {...props} />
    </Ready>,
    { identifierPrefix: island.dataset.prefix! },
  );
}

function Ready({ island, children }: { island: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    island.dataset.ready = '';
  }, [island]);
  return children;
}
