import type { serialization } from 'square';
import { type Endpoint, endpoint, noParams } from './api.ts';
import { currency, type Seller } from './core.ts';
import { merchantId } from './events.ts';
import { notFound } from './refusal.ts';

export function locationEndpoints(seller: Seller): Endpoint[] {
  const location = buildLocation(seller);
  return [
    endpoint('GET', '/v2/locations', noParams, () => ({ locations: [location] })),
    endpoint('GET', '/v2/locations/:id', noParams, (_, id) => {
      if (id === location.id || id === 'main') return { location };
      throw notFound(`Location \`${id}\` not found.`, 'location_id');
    }),
  ];
}

function buildLocation({ locationId, merchantName }: Seller): serialization.Location.Raw {
  return {
    id: locationId,
    name: merchantName,
    business_name: merchantName,
    timezone: 'America/Denver',
    capabilities: ['CREDIT_CARD_PROCESSING', 'AUTOMATIC_TRANSFERS'],
    status: 'ACTIVE',
    created_at: '2025-01-02T00:00:00.000Z',
    merchant_id: merchantId,
    country: 'US',
    language_code: 'en-US',
    currency,
    type: 'PHYSICAL',
  };
}
