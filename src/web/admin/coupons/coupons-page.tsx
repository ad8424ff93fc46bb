import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type LocalCoupon, listCoupons } from '#contract/coupons.ts';
import { PAGES } from '#contract/paths.ts';
import { queryOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Th } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AdminSubpage } from '../frame/admin-frame.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponKinds } from './coupon-kinds.tsx';
import { CouponRow } from './coupon-row.tsx';

/** The site's own coupons, for the coupon administrator; everybody else is redirected. */
export function CouponsPage() {
  return (
    <AdminSubpage title="Coupons" denied={<Home />}>
      {(user) => (user.isCouponAdmin ? <CouponDesk /> : <Home />)}
    </AdminSubpage>
  );
}

function Home() {
  window.location.replace(PAGES.home);
  return <Navigate to={PAGES.admin} search={{ tab: undefined }} replace />;
}

function CouponDesk() {
  const coupons = useQuery(queryOf(listCoupons));
  const [isCreating, setCreating] = useState(false);
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <CouponKinds shown="site" />
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          Create coupon
        </Button>
      </div>
      <Loaded query={coupons} loading="Loading coupons" failure="Failed to load coupons">
        {(found) =>
          found.length === 0 ? <EmptyState title="No coupons yet" /> : <CouponTable coupons={found} />
        }
      </Loaded>
      {isCreating && <CouponDialog onClose={() => setCreating(false)} />}
    </Card>
  );
}

function CouponTable({ coupons }: { coupons: readonly LocalCoupon[] }) {
  return (
    <Table caption="Coupons">
      <TableHead>
        <Th>Code</Th>
        <Th>Discount</Th>
        <Th>Applies to</Th>
        <Th align="right">Used</Th>
        <Th>Valid until</Th>
        <Th>Status</Th>
        <Th>Actions</Th>
      </TableHead>
      <TableBody>
        {coupons.map((coupon) => (
          <CouponRow key={coupon.id} coupon={coupon} />
        ))}
      </TableBody>
    </Table>
  );
}
