import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { listCoupons } from '#contract/coupons.ts';
import { PAGES } from '#contract/paths.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Th } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AdminSubpage } from '../frame/admin-frame.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponRow } from './coupon-row.tsx';

/** Coupons of our own, for the one person who manages them; everybody else is led home. */
export function CouponsPage() {
  return (
    <AdminSubpage title="Coupons">{(user) => (user.isCouponAdmin ? <CouponDesk /> : <Home />)}</AdminSubpage>
  );
}

function Home() {
  window.location.replace(PAGES.home);
  return <Navigate to={PAGES.admin} search={{ tab: undefined }} replace />;
}

function CouponDesk() {
  const coupons = useQuery({
    queryKey: [listCoupons.path],
    queryFn: ({ signal }) => call(listCoupons, { signal }),
  });
  const [isCreating, setCreating] = useState(false);
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex justify-end">
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          Create coupon
        </Button>
      </div>
      {coupons.isPending && <Spinner label="Loading coupons" />}
      {coupons.error && (
        <LoadFailure
          title="Failed to load coupons"
          error={coupons.error}
          onRetry={() => void coupons.refetch()}
        />
      )}
      {coupons.data?.length === 0 && <EmptyState title="No coupons yet" />}
      {coupons.data && coupons.data.length > 0 && (
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
            {coupons.data.map((coupon) => (
              <CouponRow key={coupon.id} coupon={coupon} />
            ))}
          </TableBody>
        </Table>
      )}
      {isCreating && <CouponDialog onClose={() => setCreating(false)} />}
    </Card>
  );
}
