import { describe, expect, test } from 'vitest';
import { listOrders } from './admin-orders.ts';
import { addAttendee, order, registration } from './orders.ts';
import { listRegistrations } from './registrations.ts';

const sampleOrder = {
  id: 42,
  transactionId: '0'.repeat(28),
  registrationNumber: 'DSS000042',
  organizerFirstName: 'Jane',
  organizerLastName: 'Sample',
  organizerEmail: 'jane@example.org',
  organizerPhone: '303 555 0100',
  organization: null,
  jobTitle: null,
  eventType: 'conference',
  packageSize: 'individual',
  packageLabel: 'Individual Package',
  isEarlyBird: true,
  teamMemberCount: 1,
  seatsReturned: 0,
  freeSeats: 0,
  totalAmount: '15.00',
  originalAmount: '20.00',
  discountAmount: '5.00',
  couponCode: 'SAMPLE',
  paymentStatus: 'completed',
  attendeeDataStatus: 'complete',
  createdAt: '2025-07-15T12:00:00.000Z',
};

describe('an order in a response', () => {
  test('has the fields of the specification', () => {
    const inCents = { totalAmount: 15_00, originalAmount: 20_00, discountAmount: 5_00 };
    expect(order.parse(sampleOrder)).toEqual({ ...sampleOrder, ...inCents });
  });

  test.each([
    [{ paymentStatus: 'paid' }],
    [{ attendeeDataStatus: 'done' }],
    [{ eventType: 'dinner' }],
    [{ createdAt: 'July 15' }],
    [{ id: 1.5 }],
    [{ totalAmount: '15' }],
    [{ totalAmount: 15 }],
    [{ transactionId: undefined }],
  ])('is refused with %j', (changes) => {
    expect(order.safeParse({ ...sampleOrder, ...changes }).success).toBe(false);
  });
});

test('a registration in a response has the fields of the specification', () => {
  const sample = {
    id: 7,
    orderId: 42,
    firstName: 'Jane',
    lastName: 'Sample',
    email: 'jane@example.org',
    track: 'caregivers',
    dietaryRestrictions: null,
    isOrganizer: true,
    checkedIn: false,
    checkedInAt: null,
    createdAt: '2025-07-15T12:00:00.000Z',
    qrCodeData: null,
    qrCodeImage: null,
  };
  expect(registration.parse(sample)).toEqual(sample);
});

describe('a person to add', () => {
  const { body } = addAttendee;
  const person = { firstName: 'Bo', lastName: 'Sample', email: 'bo@example.org', track: 'caregivers' };

  test('has the fields that the page sends', () => {
    const parsed = body.parse({ ...person, orderId: '0'.repeat(28), isOrganizer: false });
    expect(parsed).toMatchObject(person);
  });

  test.each([
    [{ firstName: '' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ email: 'bo' }, 'Valid email is required'],
    [{ isOrganizer: true }, 'A team member cannot be the organizer'],
    [{ dietaryRestrictions: 'x'.repeat(501) }, 'Enter at most 500 characters'],
  ])('%j is refused', (changes, told) => {
    const parsed = body.safeParse({ ...person, ...changes });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([told]);
  });
});

describe('a page of a list', () => {
  test.each([
    [{}, { page: 1 }],
    [{ page: '2' }, { page: 2 }],
    [{ size: '100' }, { page: 1, size: 100 }],
    [
      { search: 'jane', page: '1' },
      { search: 'jane', page: 1 },
    ],
  ])('%j', (given, parsed) => {
    expect(listOrders.query.parse(given)).toEqual({
      size: 25,
      sort: 'createdAt',
      direction: 'desc',
      ...parsed,
    });
  });

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { page: '100001' },
    { size: '50' },
    { size: '1e2x' },
    { search: 'x'.repeat(201) },
  ])('%j is refused', (given) => {
    expect(listOrders.query.safeParse(given).success).toBe(false);
  });

  test('can be limited to people in paid orders', () => {
    expect(listRegistrations.query.parse({ paid: 'true' })).toEqual({
      page: 1,
      size: 25,
      sort: 'createdAt',
      paid: 'true',
    });
    expect(listRegistrations.query.safeParse({ paid: 'false' }).success).toBe(false);
  });
});
