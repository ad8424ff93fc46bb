import { Switch } from '../ui/switch.tsx';

/** Off by default. When on, nobody has to press a button for each ticket. */
export function ContinuousSwitch({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <div>
      <Switch
        label="Continuous mode"
        aria-describedby="continuous-hint"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id="continuous-hint" className="text-dense text-fg-2">
        Valid tickets are checked in immediately, and the camera stays on.
      </p>
    </div>
  );
}
