import { AdminSubpage } from '../admin-frame.tsx';
import { ProductDesk } from './product-desk.tsx';

export function ProductsPage() {
  return <AdminSubpage title="Stripe products">{() => <ProductDesk />}</AdminSubpage>;
}
