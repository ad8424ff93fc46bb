import { newId } from '#sandbox/new-id.ts';
import { buildPrice, buildProduct, findProduct } from './catalog-objects.ts';
import type { Core } from './core.ts';
import type { LineItemParams } from './session-params.ts';
import type { WireLineItem, WirePrice } from './state.ts';

/** Creates the inline prices. Amounts are in minor units. */
export function buildLineItems(core: Core, items: readonly LineItemParams[]): WireLineItem[] {
  return items.map(({ price_data: data, quantity }) => {
    const price = createInlinePrice(core, data);
    const subtotal = (price.unit_amount ?? 0) * quantity;
    return {
      id: newId('li_'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: subtotal,
      amount_tax: 0,
      amount_total: subtotal,
      currency: price.currency,
      description: core.state.products.get(price.product)?.name ?? null,
      metadata: {},
      price,
      quantity,
    };
  });
}

/** Inline prices and products are stored as archived, so that the catalog doesn't list them. */
function createInlinePrice(core: Core, data: LineItemParams['price_data']): WirePrice {
  const { product: id = '', product_data: productData } = data;
  const product = productData
    ? buildProduct(core, { ...productData, active: false })
    : findProduct(core, id, 'line_items[0][price_data][product]');
  const price = buildPrice(core, { ...data, product: product.id, active: false });
  if (productData) core.state.products.put(product.id, product);
  core.state.prices.put(price.id, price);
  return price;
}
