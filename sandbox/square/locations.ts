import { type Endpoint, endpoint } from './api.ts';
import type { Seller } from './core.ts';
import { noParams } from './params.ts';
import { notFound } from './refusal.ts';

export function locationEndpoints({ locationId }: Seller): Endpoint[] {
  const location = { id: locationId, status: 'ACTIVE', currency: 'USD' };
  return [
    endpoint('GET', '/v2/locations/:id', noParams, (_, id) => {
      if (id === locationId) return { location };
      throw notFound(`Location \`${id}\` not found.`, 'location_id');
    }),
  ];
}
