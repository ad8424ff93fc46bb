import './door.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { event } from '#content/event.ts';
import { openEngine } from './engine/open-engine.ts';
import { DoorApp } from './screens/door-app.tsx';
import { takeInvitation } from './screens/use-invitation.ts';

const invitation = takeInvitation();

document.title = `Door – ${event.name}`;

const engine = openEngine();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <DoorApp engine={engine} invitation={invitation} />
  </StrictMode>,
);
