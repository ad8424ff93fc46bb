import { AdminSubpage } from '../frame/admin-frame.tsx';
import { ProductDesk } from './product-desk.tsx';

export function ProductsPage() {
  return <AdminSubpage title="Stripe products">{() => <ProductDesk />}</AdminSubpage>;
}
