import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { PAGES } from '#contract/paths.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useCurrentUser } from '../sign-in/current-user.ts';

/** The head of a list of coupons: which kind it shows, and the button for a new one. */
export function CouponHead({ shown, onCreate }: { shown: Kind; onCreate: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <CouponKinds shown={shown} />
      <Button onClick={onCreate}>
        <Plus aria-hidden="true" />
        Create coupon
      </Button>
    </div>
  );
}

type Kind = 'stripe' | 'site';

/** Switches between the kinds of coupon. Only the coupon administrator sees the site's own. */
function CouponKinds({ shown }: { shown: Kind }) {
  const user = useCurrentUser();
  const look = (isShown: boolean) => ({
    'aria-current': isShown ? ('page' as const) : undefined,
    className: cx(
      'inline-flex min-h-11 items-center rounded-[11px] px-4 font-semibold',
      isShown ? 'bg-surface text-fg shadow-card' : 'text-fg-2 hover:text-fg',
    ),
  });
  const title = 'Stripe coupons';
  if (!user.data?.isCouponAdmin) return <h2 className="text-lg">{title}</h2>;
  return (
    <>
      {shown === 'stripe' && <h2 className="sr-only">{title}</h2>}
      <nav aria-label="Kinds of coupons" className="inline-flex rounded-button bg-sunken p-1 text-md">
        <Link to={PAGES.adminCoupons} {...look(shown === 'site')}>
          Site coupons
        </Link>
        <Link to={PAGES.admin} search={{ tab: 'stripe-coupons' }} {...look(shown === 'stripe')}>
          {title}
        </Link>
      </nav>
    </>
  );
}
