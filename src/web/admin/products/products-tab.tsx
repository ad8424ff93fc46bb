import { ExternalLink } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ProductsFailure, priceText, useProducts } from './product-desk.tsx';
import { productWords } from './product-words.ts';

export function ProductsTab() {
  const products = useProducts();
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Stripe products</h2>
        <a
          href={paths.adminProducts}
          target="_blank"
          rel="noopener"
          className={buttonClass('secondary', 'md')}
        >
          <ExternalLink aria-hidden="true" />
          Open the product manager
        </a>
      </div>
      {products.isPending && <Spinner label="Loading products" />}
      {products.error && <ProductsFailure error={products.error} onRetry={() => void products.refetch()} />}
      {products.data?.length === 0 && <EmptyState title="No products found" />}
      {products.data && products.data.length > 0 && (
        <Table caption="Stripe products">
          <TableHead>
            <Th>Name</Th>
            <Th>Event Type</Th>
            <Th>Team Size</Th>
            <Th>Pricing</Th>
            <Th align="right">Price</Th>
            <Th>Status</Th>
          </TableHead>
          <TableBody>
            {products.data.map((product) => (
              <Tr key={product.id}>
                <Td typed label="Name">
                  <span className="block font-semibold">{product.name}</span>
                  <span className="code block text-sm wrap-anywhere text-fg-2">{product.id}</span>
                </Td>
                <Td label="Event Type">{productWords(product).eventType ?? '–'}</Td>
                <Td label="Team Size">{productWords(product).teamSize ?? '–'}</Td>
                <Td label="Pricing">{productWords(product).pricing ?? '–'}</Td>
                <Td label="Price" align="right">
                  {priceText(product)}
                </Td>
                <Td label="Status">
                  <Badge tone={product.active ? 'ok' : 'neutral'}>
                    {product.active ? 'Active' : 'Inactive'}
                  </Badge>
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}
