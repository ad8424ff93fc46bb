import { ArrowLeft } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { AdminGuard, type Guarded } from './admin-guard.tsx';
import { AdminHeader } from './admin-header.tsx';
import { usePageTitle } from './page-title.ts';

/** A separate page with a way back to the dashboard. */
export function AdminSubpage({ title, denied, children }: Guarded & { title: string }) {
  usePageTitle(title);
  return (
    <AdminGuard denied={denied}>
      {(user) => (
        <TooltipProvider>
          <AdminHeader user={user} />
          <main className="mx-auto max-w-[96rem] px-4 pt-5 pb-24 text-dense sm:pt-6 lg:px-6">
            <a href={paths.admin()} className="link inline-flex min-h-11 items-center gap-2">
              <ArrowLeft aria-hidden="true" className="size-4" />
              Back to the dashboard
            </a>
            <h2 className="mt-2 mb-5 text-xl">{title}</h2>
            {children(user)}
          </main>
        </TooltipProvider>
      )}
    </AdminGuard>
  );
}
