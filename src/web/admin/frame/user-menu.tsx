import { CircleUser, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';

const ID = 'user-menu';

/** Who is signed in, and what belongs to that person and this device. */
export function UserMenu({
  user,
  className,
  children,
}: {
  user: CurrentUser;
  className?: string;
  children: ReactNode;
}) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <button type="button" popoverTarget={ID} aria-label="Account" className={buttonClass('quiet', 'icon')}>
        <CircleUser aria-hidden="true" />
      </button>
      <div
        id={ID}
        popover="auto"
        className="inset-[60px_16px_auto_auto] m-0 w-72 max-w-[calc(100vw-32px)] rounded-card border border-line bg-surface p-4 text-dense text-fg shadow-dialog"
      >
        <p className="min-w-0 wrap-anywhere">
          <span className="sr-only">Signed in as </span>
          {name && <span className="block font-semibold">{name}</span>}
          <span className="block text-fg-2">{user.email}</span>
        </p>
        {children}
        <form method="post" action={paths.logout} className="mt-3">
          <Button type="submit" variant="secondary" size="sm" className="min-h-11 w-full">
            <LogOut aria-hidden="true" />
            Sign out
          </Button>
        </form>
      </div>
    </div>
  );
}
