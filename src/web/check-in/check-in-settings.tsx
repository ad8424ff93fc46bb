import { useState } from 'react';
import { isMuted, setMuted, unlockSound } from '../scanning/signals.ts';
import { setTheme, useNight } from '../theme.ts';
import { Switch } from '../ui/switch.tsx';

/** Settings of this door, remembered on this device. */
export function CheckInSettings() {
  const [sound, setSound] = useState(() => !isMuted());
  const night = useNight();
  const changeSound = (on: boolean) => {
    setMuted(!on);
    setSound(on);
    if (on) unlockSound();
  };
  return (
    <section aria-label="Settings of this device" className="flex flex-wrap gap-x-8">
      <Switch label="Sounds" checked={sound} onChange={(event) => changeSound(event.target.checked)} />
      <Switch
        label="Dark mode"
        checked={night}
        onChange={(event) => setTheme(event.target.checked ? 'night' : 'day')}
      />
    </section>
  );
}
