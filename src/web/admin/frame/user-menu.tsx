import { CircleUser } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { buttonClass } from '../../ui/button-class.ts';
import type { KeyDialog } from './shortcuts.ts';

const AccountPanel = lazy(() =>
  import('./account-panel.tsx').then((file) => ({ default: file.AccountPanel })),
);

const ID = 'user-menu';

export function UserMenu({ user, onDialog }: { user: CurrentUser; onDialog: (dialog: KeyDialog) => void }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <div className="order-4 max-lg:ml-auto">
      <button type="button" popoverTarget={ID} aria-label="Account" className={buttonClass('quiet', 'icon')}>
        <CircleUser aria-hidden="true" />
      </button>
      <div
        id={ID}
        popover="auto"
        onToggle={() => setOpened(true)}
        className="inset-[60px_16px_auto_auto] m-0 w-72 max-w-full rounded-card border border-line bg-surface p-4 text-dense text-fg"
      >
        <Suspense>{wasOpened && <AccountPanel user={user} menu={ID} onDialog={onDialog} />}</Suspense>
      </div>
    </div>
  );
}
