import { useEffect, useState } from 'react';
import { Switch } from '../ui/switch.tsx';

const REMEMBERED = 'door-night';

/** Dark colours for a door at dusk; remembered on this device, and left with the tab. */
export function NightSwitch() {
  const [night, setNight] = useState(() => localStorage.getItem(REMEMBERED) === 'true');
  useEffect(() => {
    localStorage.setItem(REMEMBERED, String(night));
    document.body.classList.toggle('night', night);
    return () => document.body.classList.remove('night');
  }, [night]);
  return (
    <Switch label="Night colours" checked={night} onChange={(event) => setNight(event.target.checked)} />
  );
}
