import type { EventInfo } from './event-phase.ts';

export function venueLine({ venue }: EventInfo): string {
  return `${venue.name}, ${venue.organization}, ${addressLine(venue)}`;
}

export function addressLine(venue: EventInfo['venue']): string {
  return `${venue.street}, ${venue.city}, ${venue.state} ${venue.postalCode}`;
}

/** Opens the device's map app or a map page. */
export function mapUrl({ venue }: EventInfo): string {
  const place = `${venue.organization}, ${addressLine(venue)}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}
