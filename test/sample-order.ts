import type { Order, Registration } from '#contract/orders.ts';

/** An order for tests. */
export function sampleOrder(given: Partial<Order> = {}): Order {
  return {
    id: 42,
    transactionId: '7K2M4QX8ZC3N9TBW5HVJ0RGD6YFS',
    registrationNumber: 'DSS000042',
    organizerFirstName: 'Jane',
    organizerLastName: 'Doe',
    organizerEmail: 'jane@example.org',
    organizerPhone: '303-555-0142',
    organization: null,
    jobTitle: null,
    eventType: 'conference',
    packageSize: 'individual',
    packageLabel: 'Individual Package',
    isEarlyBird: true,
    teamMemberCount: 1,
    seatsReturned: 0,
    freeSeats: 0,
    totalAmount: 20_00,
    originalAmount: null,
    discountAmount: 0,
    couponCode: null,
    paymentStatus: 'completed',
    attendeeDataStatus: 'complete',
    createdAt: '2025-07-14T16:05:00.000Z',
    ...given,
  };
}

export function sampleRegistration(given: Partial<Registration> = {}): Registration {
  return {
    id: 1,
    orderId: 42,
    firstName: 'Sam',
    lastName: 'Reyes',
    email: 'sam@example.org',
    track: 'caregivers',
    dietaryRestrictions: null,
    isOrganizer: false,
    checkedIn: false,
    checkedInAt: null,
    createdAt: '2025-07-14T16:05:00.000Z',
    qrCodeData: null,
    qrCodeImage: null,
    ...given,
  };
}
