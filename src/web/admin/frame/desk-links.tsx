import type { CurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';

export function DeskLinks({ user }: { user: CurrentUser }) {
  return (
    <>
      <a href={paths.adminSpeakers} className="inline-flex min-h-11 items-center">
        Speakers
      </a>
      {user.isCouponAdmin && (
        <a href={paths.adminCoupons} className="inline-flex min-h-11 items-center">
          Coupons
        </a>
      )}
    </>
  );
}
