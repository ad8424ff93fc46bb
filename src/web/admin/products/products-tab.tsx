import { ExternalLink } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { ColumnTable } from '../../ui/data-table.tsx';
import { NameAndId } from '../lists/name-and-id.tsx';
import { LoadedProducts } from './loaded-products.tsx';
import { priceText, productWords } from './product-words.ts';

export function ProductsTab() {
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
      <LoadedProducts>
        {(products) => (
          <ColumnTable
            caption="Stripe products"
            emptyTitle="No products found"
            rows={products}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Name', typed: true, cell: ({ name, id }) => <NameAndId name={name} id={id} /> },
              { label: 'Event Type', cell: (one) => productWords(one).eventType ?? '–' },
              { label: 'Team Size', cell: (one) => productWords(one).teamSize ?? '–' },
              { label: 'Pricing', cell: (one) => productWords(one).pricing ?? '–' },
              { label: 'Price', align: 'right', cell: priceText },
              {
                label: 'Status',
                cell: ({ active }) => (
                  <Badge tone={active ? 'ok' : 'neutral'}>{active ? 'Active' : 'Inactive'}</Badge>
                ),
              },
            ]}
          />
        )}
      </LoadedProducts>
    </Card>
  );
}
