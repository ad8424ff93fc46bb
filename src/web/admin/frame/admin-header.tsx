import { CircleUser } from 'lucide-react';
import { type ReactNode, type ToggleEvent, useRef, useState } from 'react';
import { event } from '#content/event.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';
import { ArcMark } from '../../art/arc-mark.tsx';
import { boot } from '../../boot.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { DeskKeys } from './desk-keys.tsx';
import { DeskLinks } from './desk-links.tsx';
import { deskPart } from './part-boundary.tsx';
import type { KeyDialog } from './shortcuts.ts';

export function AdminHeader({ user, search }: { user: CurrentUser; search?: ReactNode }) {
  const [dialog, setDialog] = useState<KeyDialog>(null);
  return (
    <header className="on-ink top-0 z-30 bg-ink lg:sticky">
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-center gap-x-4 px-4 lg:h-14 lg:flex-nowrap lg:px-6">
        {boot.isTestMode && (
          <p className="shrink-0 rounded-chip bg-beacon px-2.5 py-1 text-center text-sm font-semibold text-ink max-lg:-mx-4 max-lg:w-[calc(100%+2rem)] max-lg:rounded-none lg:order-1">
            Test mode: no card is charged.
          </p>
        )}
        <a
          href={paths.home}
          aria-label={event.name}
          className="inline-flex size-11 shrink-0 items-center justify-center text-fg max-lg:-ml-2"
        >
          <ArcMark className="size-8" />
        </a>
        <div className="flex h-14 min-w-0 flex-col justify-center">
          <h1 className="truncate text-lg leading-tight!">Admin Dashboard</h1>
          {/* No paragraph: a reader's own spacing of paragraphs would push the title out of the bar. */}
          <span className="truncate text-sm leading-tight! text-fg-2">{event.name}</span>
        </div>
        {search && (
          <div className="order-last w-full min-w-0 pb-2 lg:order-2 lg:ml-auto lg:max-w-105 lg:flex-1 lg:pb-0">
            {search}
          </div>
        )}
        <nav
          aria-label="More admin pages"
          className={cx('order-3 flex gap-x-4 text-dense max-lg:hidden', !search && 'lg:ml-auto')}
        >
          <DeskLinks user={user} />
        </nav>
        <UserMenu user={user} onDialog={setDialog} />
      </div>
      <DeskKeys user={user} dialog={dialog} onDialog={setDialog} />
    </header>
  );
}

const AccountPanel = deskPart(() => import('./account-panel.tsx'), 'AccountPanel', 'The account menu');

const ID = 'user-menu';

function UserMenu({ user, onDialog }: { user: CurrentUser; onDialog: (dialog: KeyDialog) => void }) {
  const [wasOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // On a phone, the bar of test mode is above the button.
  const placeBelow = ({ currentTarget }: ToggleEvent<HTMLElement>) => {
    currentTarget.style.top = `${button.current!.getBoundingClientRect().bottom + 4}px`;
  };
  return (
    <div className="order-4 max-lg:ml-auto">
      <button
        ref={button}
        type="button"
        popoverTarget={ID}
        aria-label="Account"
        className={buttonClass('quiet', 'icon')}
      >
        <CircleUser aria-hidden="true" />
      </button>
      <div
        id={ID}
        popover="auto"
        onBeforeToggle={placeBelow}
        onToggle={() => setOpened(true)}
        className="inset-[60px_16px_auto_auto] m-0 w-72 max-w-full rounded-card border border-line bg-surface p-4 text-dense text-fg"
      >
        {wasOpened && <AccountPanel user={user} menu={ID} onDialog={onDialog} />}
      </div>
    </div>
  );
}
