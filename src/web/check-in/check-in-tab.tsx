import { QrCode, Search } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadToaster } from '../toasts.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { CheckInBar } from './check-in-bar.tsx';
import { CheckInSettings } from './check-in-settings.tsx';
import { CheckInStats } from './check-in-stats.tsx';
import { ManualDesk } from './manual-desk.tsx';
import { QrDesk } from './qr-desk.tsx';
import { RecentCheckIns } from './recent-check-ins.tsx';
import { useCheckIn } from './use-check-in.ts';

type Method = 'qr_scan' | 'manual_lookup';

/**
 * The full-screen check-in: the current ticket, then recent check-ins, the day's `tools`, and this device's settings.
 */
export function CheckInTab({ tools }: { tools: ReactNode }) {
  const [method, setMethod] = useState<Method>('qr_scan');
  const checkIn = useCheckIn();
  const changeMethod = (next: Method) => {
    checkIn.clear();
    setMethod(next);
  };
  const afterUndo = () => {
    checkIn.clear();
    void checkIn.refresh();
  };
  useEffect(() => {
    // Preloaded: without a network it couldn't be.
    loadToaster().catch(() => undefined);
  }, []);
  const Desk = method === 'qr_scan' ? QrDesk : ManualDesk;
  return (
    <div data-door>
      <CheckInBar />
      <main className="mx-auto grid max-w-[96rem] gap-6 px-3 pt-3 pb-16 text-dense sm:px-4 sm:pt-4">
        <Desk
          checkIn={checkIn}
          methods={
            <SegmentedControl
              legend="Check-in method"
              value={method}
              onValueChange={changeMethod}
              options={[
                { value: 'qr_scan', label: 'QR Scan', icon: <QrCode aria-hidden="true" /> },
                { value: 'manual_lookup', label: 'Manual Lookup', icon: <Search aria-hidden="true" /> },
              ]}
              className="w-full"
            />
          }
        />
        <CheckInStats />
        <Suspense>{tools}</Suspense>
        <RecentCheckIns onUndone={afterUndo} />
        <CheckInSettings />
      </main>
    </div>
  );
}
