import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WALLETS } from '#domain/wallets.ts';
import { type PaidOrder, storePaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { readPass } from '#test/read-pass.ts';
import { walletSettings } from '#test/wallets.ts';
import { createWorld, type World } from '#test/world.ts';
import { and, eq } from '../db/drizzle.ts';
import { orders, qrCodes, rateLimits, registrations, walletPasses } from '../db/tables.ts';
import { walletLinks } from './get-passes.ts';

/** Keeps the limits' minute from ending during a test. */
const stopped = new Date();
let world: World;
let wallets: Awaited<ReturnType<typeof walletSettings>>;
beforeAll(async () => {
  wallets = await walletSettings();
  world = await createWorld({ settings: wallets.settings, protocolNow: () => stopped });
});
afterAll(() => world.stop());

const passPath = ({ transactionId, people }: PaidOrder, index = 0) =>
  `/api/order/${transactionId}/tickets/${people[index]!.id}/pass`;
const googlePath = (bought: PaidOrder, index = 0) => passPath(bought, index).replace(/pass$/, 'google-pass');

async function passOf(bought: PaidOrder, index = 0) {
  const response = await world.visitor().get(passPath(bought, index));
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.apple.pkpass',
  ]);
  return { response, ...readPass(await response.arrayBuffer(), wallets.authority) };
}

async function refusalOf(path: string) {
  const response = await world.visitor().get(path);
  return [response.status, (await response.json()).code];
}

describe('the pass for Apple Wallet', () => {
  test('is signed, and has everything that the holder needs at the door', async () => {
    const bought = await storePaid(
      world,
      checkout({ firstName: 'Zoë', lastName: 'O’Neil', email: 'zoe@example.org' }),
    );
    const { pass, certificates, response } = await passOf(bought);
    const number = `DSS${String(bought.orderId).padStart(6, '0')}`;
    const [kept] = await world.database.db
      .select()
      .from(walletPasses)
      .where(eq(walletPasses.orderId, bought.orderId));

    expect(certificates).toHaveLength(2);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${number}-${kept!.serial.slice(0, 8)}.pkpass"`,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(pass).toEqual({
      formatVersion: 1,
      passTypeIdentifier: 'pass.org.example.summit',
      teamIdentifier: 'SAMPLETEAM',
      serialNumber: kept!.serial,
      organizationName: 'Harbor Light Alliance',
      description: 'Ticket for Digital Safety Summit',
      logoText: 'Digital Safety Summit',
      backgroundColor: 'rgb(16, 36, 62)',
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(221, 237, 234)',
      webServiceURL: `${world.siteUrl}/api/apple-wallet`,
      authenticationToken: kept!.token,
      groupingIdentifier: 'DSS-2025-09-20',
      voided: false,
      relevantDate: '2025-09-20T14:00:00.000Z',
      relevantDates: [{ startDate: '2025-09-20T14:00:00.000Z', endDate: '2025-09-20T23:00:00.000Z' }],
      expirationDate: '2025-09-20T23:00:00.000Z',
      barcodes: [
        {
          format: 'PKBarcodeFormatQR',
          message: bought.people[0]!.qrCodeData,
          messageEncoding: 'iso-8859-1',
          altText: number,
        },
      ],
      eventTicket: {
        additionalInfoFields: [],
        headerFields: [
          { key: 'date', label: 'Date', value: 'September 20', changeMessage: 'The date is now %@.' },
        ],
        primaryFields: [{ key: 'event', label: 'Event', value: 'Digital Safety Summit' }],
        secondaryFields: [
          {
            key: 'holder',
            label: 'Name',
            value: 'Zoë O’Neil',
            changeMessage: 'The name on your ticket is now %@.',
          },
          { key: 'track', label: 'Track', value: 'Caregivers', changeMessage: 'Your track is now %@.' },
        ],
        auxiliaryFields: [
          { key: 'doors', label: 'Doors open', value: '8:00 AM', changeMessage: 'Doors now open at %@.' },
          {
            key: 'place',
            label: 'Location',
            value: 'Sturm Hall - Davis Auditorium',
            changeMessage: 'The location is now %@.',
          },
        ],
        backFields: [
          { key: 'status', label: 'Status', value: 'This ticket is valid.', changeMessage: '%@' },
          { key: 'ticket', label: 'Digital Safety Summit', value: 'Conference, September 20' },
          { key: 'starts', label: 'Starts', value: '9:00 AM' },
          {
            key: 'address',
            label: 'Address',
            value: 'Sturm Hall - Davis Auditorium, University of Denver, 2130 S High St, Denver, CO 80210',
          },
          { key: 'entrances', label: 'Entrances', value: 'Main entrance, High Street entrance, Garage' },
          {
            key: 'map',
            label: 'Map',
            value:
              'https://www.google.com/maps/search/?api=1&query=University%20of%20Denver%2C%202130%20S%20High%20St%2C%20Denver%2C%20CO%2080210',
          },
          { key: 'registration', label: 'Registration ID', value: number },
          { key: 'code', label: 'Ticket code', value: bought.people[0]!.qrCodeData },
          { key: 'note', label: '', value: 'Bring your QR code, on your phone or on paper.' },
          { key: 'questions', label: 'Questions', value: 'hello@example.org, (303) 555-0142' },
        ],
      },
    });
  });

  test('has icon, logo and strip for every screen', async () => {
    const { files } = await passOf(await storePaid(world, checkout()));
    const sizes = await Promise.all(
      Object.entries(files)
        .filter(([name]) => name.endsWith('.png'))
        .map(async ([name, bytes]) => {
          const { format, width, height } = await sharp(bytes).metadata();
          return `${name} ${format} ${width} × ${height}`;
        }),
    );
    expect(sizes.toSorted()).toEqual([
      'icon.png png 29 × 29',
      'icon@2x.png png 58 × 58',
      'icon@3x.png png 87 × 87',
      'logo.png png 50 × 50',
      'logo@2x.png png 100 × 100',
      'logo@3x.png png 150 × 150',
      'strip.png png 375 × 98',
      'strip@2x.png png 750 × 196',
      'strip@3x.png png 1125 × 294',
    ]);
  });

  test('covers both days of a ticket for both, and is the same pass each time', async () => {
    const both = { eventType: 'both', amount: 1500, finalAmount: 1500, track: 'caregivers' };
    const bought = await storePaid(world, checkout(both));
    const [first, second] = [await passOf(bought), await passOf(bought)];
    expect([first.pass.relevantDates, first.pass.expirationDate]).toEqual([
      [
        { startDate: '2025-09-19T15:00:00.000Z', endDate: '2025-09-19T23:00:00.000Z' },
        { startDate: '2025-09-20T14:00:00.000Z', endDate: '2025-09-20T23:00:00.000Z' },
      ],
      '2025-09-20T23:00:00.000Z',
    ]);
    const { headerFields, auxiliaryFields } = first.pass.eventTicket;
    expect([headerFields[0].value, auxiliaryFields[0].value]).toEqual([
      'September 19–20',
      '8:00 AM on Sep 20',
    ]);
    expect(second.pass).toEqual(first.pass);
  });

  test('says nothing about doors for the training alone, because nothing is known', async () => {
    const training = { eventType: 'trainer', amount: 1500, finalAmount: 1500 };
    const { pass } = await passOf(await storePaid(world, checkout(training)));
    expect(pass.relevantDate).toBe('2025-09-19T15:00:00.000Z');
    const { auxiliaryFields, backFields } = pass.eventTicket;
    const fields: { key: string; value: string }[] = [...auxiliaryFields, ...backFields];
    expect(fields.map(({ key }) => key)).not.toContain('doors');
    expect(fields.find(({ key }) => key === 'starts')?.value).toBe('9:00 AM');
  });

  test('is separate for each person in a team', async () => {
    const bought = await storePaid(world, teamOfTen());
    const passes = [await passOf(bought, 0), await passOf(bought, 1)];
    expect(passes.map(({ pass }) => pass.eventTicket.secondaryFields[0].value)).toEqual([
      'Jane Sample',
      'Ada Sample',
    ]);
    const [jane, ada] = passes.map(({ pass }) => pass);
    expect(jane.serialNumber).not.toBe(ada.serialNumber);
    expect(jane.authenticationToken).not.toBe(ada.authenticationToken);
  });

  test('requires the order’s key and a valid ticket', async () => {
    const [bought, other] = [await storePaid(world, checkout()), await storePaid(world, teamOfTen())];
    const none = { ...bought, transactionId: '0'.repeat(28) };
    expect(await refusalOf(passPath(none))).toEqual([404, 'order_not_found']);
    const foreign = { ...bought, people: other.people };
    expect(await refusalOf(passPath(foreign))).toEqual([404, 'registration_not_found']);
    const odd = passPath(bought).replace(/\d+\/pass$/, 'x/pass');
    expect(await refusalOf(odd)).toEqual([404, 'registration_not_found']);
    const { db } = world.database;
    await db
      .update(registrations)
      .set({ voidedAt: new Date() })
      .where(eq(registrations.id, other.people[2]!.id));
    expect(await refusalOf(passPath(other, 2))).toEqual([404, 'registration_not_found']);
    expect(await refusalOf(googlePath(other, 2))).toEqual([404, 'registration_not_found']);
    await db
      .update(orders)
      .set({ paymentStatus: 'refunded' })
      .where(eq(orders.transactionId, bought.transactionId));
    expect(await refusalOf(passPath(bought))).toEqual([409, 'ticket_not_paid']);
    expect(await refusalOf(googlePath(bought))).toEqual([409, 'ticket_not_paid']);
  });

  test('is signed at most thirty times a minute per order', async () => {
    const bought = await storePaid(world, checkout());
    const visitor = world.visitor();
    const sign = async (path: string) => (await visitor.get(path)).status;
    expect(await sign(googlePath(bought))).toBe(303);
    const { rowCount } = await world.database.db
      .update(rateLimits)
      .set({ count: 29 })
      .where(and(eq(rateLimits.key, `pass:order:${bought.orderId}`), eq(rateLimits.count, 1)));
    expect(rowCount).toBe(1);
    expect([
      await sign(googlePath(bought)),
      await sign(googlePath(bought)),
      await sign(passPath(bought)),
    ]).toEqual([303, 429, 429]);
  });
});

describe('the link to Google Wallet', () => {
  async function claimsOf(location: string) {
    expect(location).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/);
    const jwt = location.split('/').at(-1)!;
    const { payload, protectedHeader } = await jwtVerify(jwt, createPublicKey(wallets.googleKey));
    return { jwt, payload, protectedHeader };
  }

  test('is signed by the service account, and holds class and object', async () => {
    const bought = await storePaid(
      world,
      checkout({ firstName: 'Zoë', lastName: 'O’Neil', email: 'zoe2@example.org' }),
    );
    const response = await world.visitor().get(googlePath(bought));
    expect(response.status).toBe(303);
    const { payload, protectedHeader } = await claimsOf(response.headers.get('location')!);
    const [kept] = await world.database.db
      .select({ serial: walletPasses.serial, orderId: walletPasses.orderId })
      .from(walletPasses)
      .innerJoin(qrCodes, eq(qrCodes.id, walletPasses.codeId))
      .where(eq(qrCodes.qrCodeData, bought.people[0]!.qrCodeData));
    const number = `DSS${String(kept!.orderId).padStart(6, '0')}`;
    const { id: classId } = (payload.payload as { eventTicketClasses: { id: string }[] })
      .eventTicketClasses[0]!;
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(classId).toMatch(/^3388000000012345678\.conference-[0-9a-f]{12}$/);
    expect({ ...payload, iat: 0 }).toEqual({
      iss: 'wallet@summit.example.org',
      aud: 'google',
      typ: 'savetowallet',
      iat: 0,
      payload: {
        eventTicketClasses: [
          {
            id: classId,
            issuerName: 'Harbor Light Alliance',
            reviewStatus: 'UNDER_REVIEW',
            eventName: { defaultValue: { language: 'en', value: 'Digital Safety Summit' } },
            venue: {
              name: { defaultValue: { language: 'en', value: 'Sturm Hall - Davis Auditorium' } },
              address: {
                defaultValue: {
                  language: 'en',
                  value: 'University of Denver, 2130 S High St, Denver, CO 80210',
                },
              },
            },
            dateTime: {
              doorsOpen: '2025-09-20T14:00:00Z',
              start: '2025-09-20T15:00:00Z',
              end: '2025-09-20T23:00:00Z',
            },
            hexBackgroundColor: '#10243e',
          },
        ],
        eventTicketObjects: [
          {
            id: `3388000000012345678.${kept!.serial}`,
            classId,
            state: 'ACTIVE',
            ticketHolderName: 'Zoë O’Neil',
            ticketNumber: number,
            barcode: { type: 'QR_CODE', value: bought.people[0]!.qrCodeData },
            textModulesData: [{ header: 'Track', body: 'Caregivers' }],
          },
        ],
      },
    });
  });

  test.each(['trainer', 'both'])('gives %s no time for the training’s doors', async (eventType) => {
    const bought = await storePaid(world, checkout({ eventType, amount: 1500, finalAmount: 1500 }));
    const response = await world.visitor().get(googlePath(bought));
    const { payload } = await claimsOf(response.headers.get('location')!);
    const [{ dateTime }] = (payload.payload as { eventTicketClasses: [{ dateTime: object }] })
      .eventTicketClasses;
    expect(Object.keys(dateTime)).toEqual(['start', 'end']);
  });

  test('stays within Google’s safe length, even with long names', async () => {
    const long = { firstName: 'Ö'.repeat(50), lastName: 'Ü'.repeat(50) };
    const bought = await storePaid(
      world,
      checkout({ ...long, eventType: 'both', amount: 1500, finalAmount: 1500 }),
    );
    const response = await world.visitor().get(googlePath(bought));
    const { jwt, payload } = await claimsOf(response.headers.get('location')!);
    expect(JSON.stringify(payload)).toContain(`"${'Ö'.repeat(32)}…"`);
    expect(jwt.length).toBeLessThanOrEqual(1_800);
  });
});

describe('a ticket’s own page', () => {
  const linkOf = (bought: PaidOrder) => walletLinks(world.context(), bought.people[0]!.id, WALLETS);

  test('gets a reusable link to the pass, and Google’s link', async () => {
    const bought = await storePaid(world, checkout());
    const { apple, google } = await linkOf(bought);
    expect(google).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/);
    for (let n = 0; n < 2; n += 1) {
      const response = await world.visitor().get(apple!);
      expect(response.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
      const { pass } = readPass(await response.arrayBuffer(), wallets.authority);
      expect(pass.barcodes[0].message).toBe(bought.people[0]!.qrCodeData);
    }
  });

  test('tells Google nothing about a ticket that was added to Apple Wallet only', async () => {
    const bought = await storePaid(world, checkout());
    const { db } = world.database;
    const isIts = eq(walletPasses.orderId, bought.orderId);
    const [code] = await db
      .select()
      .from(qrCodes)
      .where(eq(qrCodes.qrCodeData, bought.people[0]!.qrCodeData));
    const add = async (wallet: string) => {
      const response = await world.visitor().post('/api/my-ticket/wallet', { key: code!.pageKey, wallet });
      const { apple, google } = await response.json();
      const [kept] = await db.select().from(walletPasses).where(isIts);
      return { apple: apple !== null, google: google !== null, version: kept!.googleVersion };
    };
    expect(await add('apple')).toEqual({ apple: true, google: false, version: null });
    expect(await add('google')).toEqual({ apple: false, google: true, version: 0 });
  });

  test('gets a link that expires after five minutes and cannot be forged', async () => {
    const bought = await storePaid(world, checkout());
    const at = (seconds: number) => new Date(stopped.getTime() - seconds * 1000);
    const made = async (seconds: number) =>
      (
        await walletLinks({ ...world.context(), protocolNow: () => at(seconds) }, bought.people[0]!.id, [
          'apple',
        ])
      ).apple!;
    expect((await world.visitor().get(await made(290))).status).toBe(200);
    expect(await refusalOf(await made(301))).toEqual([404, 'not_found']);
    const [head, body] = (await made(0)).split('.');
    expect(await refusalOf(`${head}.${body}.${'A'.repeat(43)}`)).toEqual([404, 'not_found']);
    expect(await refusalOf('/api/wallet/passes/none')).toEqual([404, 'not_found']);
  });

  test('gets no link for an ended ticket', async () => {
    const bought = await storePaid(world, checkout());
    await world.database.db
      .update(registrations)
      .set({ voidedAt: new Date() })
      .where(eq(registrations.id, bought.people[0]!.id));
    await expect(linkOf(bought)).rejects.toMatchObject({ code: 'registration_not_found' });
    await expect(walletLinks(world.context(), 999_999, WALLETS)).rejects.toMatchObject({
      code: 'registration_not_found',
    });
  });
});
