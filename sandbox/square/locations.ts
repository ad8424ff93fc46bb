import { type Endpoint, endpoint, noParams } from './api.ts';
import { currency, type Seller } from './core.ts';
import { notFound } from './refusal.ts';

export function locationEndpoints({ locationId, merchantName }: Seller): Endpoint[] {
  const location = { id: locationId, name: merchantName, status: 'ACTIVE', country: 'US', currency };
  return [
    endpoint('GET', '/v2/locations/:id', noParams, (_, id) => {
      if (id === locationId) return { location };
      throw notFound(`Location \`${id}\` not found.`, 'location_id');
    }),
  ];
}
