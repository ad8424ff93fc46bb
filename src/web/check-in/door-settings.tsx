import { useEffect, useState } from 'react';
import { localStore } from '../storage.ts';
import { Switch } from '../ui/switch.tsx';
import { isMuted, setMuted, unlockSound } from './signals.ts';

const NIGHT = 'door-night';

/** Settings of this door, remembered on this device. */
export function DoorSettings() {
  const [sound, setSound] = useState(() => !isMuted());
  const [night, setNight] = useState(() => localStore.get(NIGHT) === 'true');
  const changeSound = (on: boolean) => {
    setMuted(!on);
    setSound(on);
    if (on) unlockSound();
  };
  useEffect(() => {
    localStore.set(NIGHT, String(night));
    document.body.classList.toggle('night', night);
    return () => document.body.classList.remove('night');
  }, [night]);
  return (
    <section aria-label="Settings of this device" className="flex flex-wrap gap-x-8">
      <Switch label="Sounds" checked={sound} onChange={(event) => changeSound(event.target.checked)} />
      <Switch label="Night colors" checked={night} onChange={(event) => setNight(event.target.checked)} />
    </section>
  );
}
