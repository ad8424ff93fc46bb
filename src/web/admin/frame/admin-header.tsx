import { LogOut } from 'lucide-react';
import { event } from '#content/event.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';
import { boot } from '../../boot.ts';
import { Button } from '../../ui/button.tsx';

export function AdminHeader({ user }: { user: CurrentUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <header className="on-ink bg-ink">
      {boot.isTestMode && (
        <p className="bg-beacon px-4 py-1.5 text-center text-dense font-semibold text-ink">
          Test mode: no card is charged.
        </p>
      )}
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-4 sm:px-8 sm:py-5">
        <div className="min-w-0">
          <p className="eyebrow">
            <a href={paths.home} className="no-underline hover:underline">
              {event.name}
            </a>
          </p>
          <h1 className="mt-1 text-xl sm:text-2xl">Admin Dashboard</h1>
        </div>
        <nav aria-label="More desks" className="flex flex-wrap gap-x-5 text-dense">
          <a href={paths.adminSpeakers} className="inline-flex min-h-11 items-center">
            Speakers
          </a>
          {user.isCouponAdmin && (
            <a href={paths.adminCoupons} className="inline-flex min-h-11 items-center">
              Coupons
            </a>
          )}
        </nav>
        <div className="flex min-w-0 items-center gap-4 max-sm:w-full max-sm:justify-between">
          <p className="min-w-0 text-dense">
            <span className="sr-only">Signed in as </span>
            {name && <span className="block truncate font-semibold">{name}</span>}
            <span className="block truncate text-fg-2">{user.email}</span>
          </p>
          <form method="post" action={paths.logout}>
            <Button type="submit" variant="secondary" size="sm" className="min-h-11">
              <LogOut aria-hidden="true" />
              Sign out
            </Button>
          </form>
        </div>
      </div>
    </header>
  );
}
