import { expect, test } from 'vitest';
import { returnWords } from './cannot-come.tsx';

test.each([
  [
    { to: 'team' },
    'Your seat goes back to the person who registered you, who is notified. Your code stops working immediately, and this cannot be undone.',
  ],
  [
    { to: 'staff', amount: 10_00, nothingBack: null },
    'We and the person who placed the order are notified. Under the refund policy, $10.00 is refunded to the person who paid, once we have checked it. Your code stops working immediately, and this cannot be undone.',
  ],
  [
    { to: 'staff', amount: 0, nothingBack: 'free_order' },
    'We and the person who placed the order are notified. There is no refund. The order was free. Your code stops working immediately, and this cannot be undone.',
  ],
] as const)('giving back to %j is explained before it is done', (preview, words) => {
  expect(returnWords(preview)).toBe(words);
});
