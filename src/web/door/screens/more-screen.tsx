import { counted } from '#contract/words/counted.ts';
import { DeviceSwitches } from '../../scanning/device-switches.tsx';
import { giveSignal } from '../../scanning/signals.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ScanInvitation } from './scan-invitation.tsx';
import { Screen, type ScreenProps } from './screen.tsx';

/** Practice mode, this phone's settings, and its data. */
export function MoreScreen({
  engine,
  state,
  onTestAgain,
  onInvitation,
  onBack,
}: ScreenProps & { onTestAgain: () => void; onInvitation: (invitation: string) => void }) {
  return (
    <Screen title="More" onBack={onBack}>
      <section className="grid gap-2 rounded-card bg-surface p-5 shadow-card">
        <h2 className="text-lg!">Practice</h2>
        <p className="text-fg-2">
          Scan practice tickets or real ones. Nothing that you scan in practice mode counts.
        </p>
        <Switch
          label="Practice"
          checked={state.practice}
          onChange={(change) => engine.setPractice(change.target.checked)}
        />
      </section>
      <section className="grid justify-items-start gap-1 rounded-card bg-surface p-5 shadow-card">
        <h2 className="text-lg!">This phone</h2>
        <DeviceSwitches onSound={() => giveSignal('ok')} />
        <Button variant="secondary" className="mt-2" onClick={onTestAgain}>
          Test camera and sound
        </Button>
      </section>
      {state.phone && (
        <p className="text-fg-2">
          {state.phone.person}, {state.phone.door}, {state.phone.role}. {counted(state.tickets, 'ticket')} on
          this phone. To change the name or the door, open an invitation on this phone again, or scan it here.
        </p>
      )}
      {state.phone && <ScanInvitation variant="secondary" onInvitation={onInvitation} />}
    </Screen>
  );
}
