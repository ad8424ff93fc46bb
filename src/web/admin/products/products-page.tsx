import { useQueryClient } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { listStripeProducts, type StripeProduct, toggleStripeProduct } from '#contract/catalog.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAction } from '../actions/use-action.ts';
import { AdminSubpage } from '../frame/admin-subpage.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import { instantText } from '../instant-text.ts';
import { LoadedProducts, PRODUCT_LISTS } from './loaded-products.tsx';
import { priceText, productWords } from './product-words.ts';

/** Loaded on demand: most visits configure nothing. */
const ConfigureDialog = deskPart(
  () => import('./configure-dialog.tsx'),
  'ConfigureDialog',
  'The configuration',
);

export function ProductsPage() {
  return <AdminSubpage title="Stripe products">{() => <ProductDesk />}</AdminSubpage>;
}

/** The card provider's products as cards, with switch and configuration. */
function ProductDesk() {
  const [configured, setConfigured] = useState<StripeProduct | null>(null);
  return (
    <LoadedProducts>
      {(products) => (
        <>
          {products.length === 0 ? (
            <Card>
              <EmptyState title="No products found" />
            </Card>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {products.map((product) => (
                <li key={product.id}>
                  <ProductCard product={product} onConfigure={() => setConfigured(product)} />
                </li>
              ))}
            </ul>
          )}
          {configured && (
            <ConfigureDialog
              // It may have changed at Stripe since. If it is gone, what was chosen stays.
              product={products.find(({ id }) => id === configured.id) ?? configured}
              onClose={() => setConfigured(null)}
            />
          )}
        </>
      )}
    </LoadedProducts>
  );
}

function ProductCard({ product, onConfigure }: { product: StripeProduct; onConfigure: () => void }) {
  const client = useQueryClient();
  const toggle = useAction({
    run: (active: boolean) =>
      call(toggleStripeProduct, { params: { productId: product.id }, body: { active } }),
    refreshes: PRODUCT_LISTS,
    success: ({ active, name }) => ({
      title: 'Product Updated',
      description: `${name} is ${active ? 'active' : 'inactive'}.`,
    }),
    failed: { title: 'Error', otherwise: 'Failed to toggle product' },
    onDone: (saved) =>
      client.setQueryData<StripeProduct[]>([listStripeProducts.path], (list) =>
        list?.map((one) => (one.id === saved.id ? saved : one)),
      ),
  });
  const words = productWords(product);
  const isActive = toggle.pending ?? product.active;
  return (
    <Card className="flex h-full flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="text-md font-semibold wrap-anywhere">{product.name}</h3>
          <p className="code text-sm wrap-anywhere text-fg-2">{product.id}</p>
        </div>
        <p className="font-display text-xl font-[680] whitespace-nowrap">{priceText(product)}</p>
      </div>
      {product.description && <p className="text-fg-2">{product.description}</p>}
      <p className="flex flex-wrap gap-1.5">
        {[
          { word: words.eventType, missing: 'No event type' },
          { word: words.pricing, missing: 'No pricing type' },
          { word: words.teamSize, missing: 'No team size' },
        ].map(({ word, missing }) => (
          <Badge key={missing} tone={word ? 'neutral' : 'warn'}>
            {word ?? missing}
          </Badge>
        ))}
        {product.metadata.enabled === 'false' && <Badge tone="warn">Not enabled</Badge>}
      </p>
      <p className="text-sm text-fg-2">Changed {instantText(product.updated * 1000)}</p>
      {toggle.failure && <Notice tone="error">{toggle.failure}</Notice>}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <Switch
          label={
            <>
              {isActive ? 'Active' : 'Inactive'}
              <span className="sr-only">: {product.name}</span>
            </>
          }
          checked={isActive}
          onChange={(change) => toggle.isBusy || toggle.start(change.target.checked)}
        />
        <Button variant="secondary" size="sm" aria-label={`Configure ${product.name}`} onClick={onConfigure}>
          <Settings2 aria-hidden="true" />
          Configure
        </Button>
      </div>
    </Card>
  );
}
