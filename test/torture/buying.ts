import { checkout } from '../factories.ts';
import { type Caller, openCaller } from './caller.ts';
import type { Site } from './site.ts';

/** Buyers who complete purchases, with the time of each call. */
interface Buying extends Disposable {
  /** One purchase of one seat; throws at the first wrong response. */
  buy(): Promise<void>;
  /** Milliseconds of each call to the site. */
  readonly waits: number[];
  readonly completed: number;
}

/** What the payment page sends for a card that pays. */
export const CARD_PAYMENT = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    email: 'buyer@example.org',
    number: '4242 4242 4242 4242',
    expiry: '12 / 34',
    cvc: '123',
    name: 'Jane Sample',
  }).toString(),
} as const;

/** Buyers spread over the site's processes, each with their own address. */
export function openBuying(site: Site): Buying {
  const atSite = openCaller(site.processes.map((one) => one.port));
  const atStripe = openCaller([site.sandbox.port]);
  const waits: number[] = [];
  let [started, completed] = [0, 0];
  const timed: Caller['call'] = async (path, asked) => {
    const before = performance.now();
    const response = await atSite.call(path, asked);
    waits.push(performance.now() - before);
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${response.text.slice(0, 300)}`);
    return response;
  };
  return {
    waits,
    get completed() {
      return completed;
    },
    async buy() {
      started += 1;
      const from = {
        'x-forwarded-for': `198.${18 + (started >> 16)}.${(started >> 8) & 255}.${started & 255}`,
      };
      const placed = await timed('/api/create-checkout-session', {
        method: 'POST',
        headers: { ...from, 'content-type': 'application/json' },
        body: JSON.stringify(checkout({ email: `buyer${started}@example.org` })),
      });
      const { url, transactionId } = JSON.parse(placed.text) as { url: string; transactionId: string };
      const cookie = String(placed.headers['set-cookie']).split(';')[0]!;
      const paid = await atStripe.call(new URL(url).pathname, CARD_PAYMENT);
      if (paid.status !== 303) throw new Error(`the payment page returned ${paid.status}`);
      const back = { headers: { ...from, cookie } };
      await timed(`/checkout-success?id=${transactionId}`, back);
      const { text } = await timed(`/api/registrations/${transactionId}`, back);
      if (!text.includes('"paymentStatus":"completed"')) throw new Error(`not completed: ${text}`);
      completed += 1;
    },
    [Symbol.dispose]() {
      atSite.close();
      atStripe.close();
    },
  };
}
