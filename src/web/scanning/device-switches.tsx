import { useState } from 'react';
import { setTheme, useNight } from '../theme.ts';
import { Switch } from '../ui/switch.tsx';
import { isMuted, setMuted, unlockSound } from './signals.ts';

/** Sound and theme, remembered on this device. */
export function DeviceSwitches({ onSound }: { onSound?: () => void }) {
  const [hasSound, setSound] = useState(() => !isMuted());
  const night = useNight();
  const changeSound = (on: boolean) => {
    setMuted(!on);
    setSound(on);
    if (!on) return;
    unlockSound();
    onSound?.();
  };
  return (
    <>
      <Switch label="Sounds" checked={hasSound} onChange={(event) => changeSound(event.target.checked)} />
      <Switch
        label="Dark mode"
        checked={night}
        onChange={(event) => setTheme(event.target.checked ? 'night' : 'day')}
      />
    </>
  );
}
