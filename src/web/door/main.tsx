import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { event } from '#content/event.ts';
import { openEngine } from './engine/open-engine.ts';

const engine = openEngine();

document.title = `Door – ${event.name}`;

function Door() {
  const { phase } = useSyncExternalStore(engine.subscribe, engine.state);
  return <p>{phase}</p>;
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Door />
  </StrictMode>,
);
