import './door.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { event } from '#content/event.ts';
import { openEngine } from './engine/open-engine.ts';
import { DoorApp } from './screens/door-app.tsx';

const invitation = location.hash.slice(1) || null;
// The secret stays out of the history and of what is shared from here.
if (invitation) history.replaceState(null, '', location.pathname);

document.title = `Door – ${event.name}`;

const engine = openEngine();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <DoorApp engine={engine} invitation={invitation} />
  </StrictMode>,
);
