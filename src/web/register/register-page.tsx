import { ClosedMessage } from '../closed-message.tsx';
import { Island } from '../islands/island.tsx';
import { PageFrame } from '../page-frame.tsx';
import { headerActionWhile, SiteHeader } from '../site-header.tsx';
import { useSale } from '../use-sale.ts';
import { PriceList } from './price-list.tsx';
import { RegisterMain } from './register-main.tsx';
import type { CapacityDays } from './seat-figures.ts';

/** The server-rendered registration page; `capacity`: the seats at that time. */
export function RegisterPage({ capacity }: { capacity: CapacityDays }) {
  const { isClosed } = useSale();
  return (
    <PageFrame header={<SiteHeader action={isClosed ? headerActionWhile(isClosed) : null} />}>
      <div>
        {isClosed ? (
          <ClosedMessage />
        ) : (
          <>
            <Island name="register" part={RegisterMain} props={{ capacity }} wakesWhenSeen />
            <PriceList days={capacity} className="wrap -mt-14 pb-14" />
          </>
        )}
      </div>
    </PageFrame>
  );
}
