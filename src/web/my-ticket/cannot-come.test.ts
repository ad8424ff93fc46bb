import { expect, test } from 'vitest';
import { returnWords } from './cannot-come.tsx';

test.each([
  [
    { to: 'team' },
    'Your seat goes back to the person who registered you, who is notified. Your code stops working at once, and this cannot be undone.',
  ],
  [
    { to: 'staff', amount: 10_00, nothingBack: null },
    'The organizer is notified. By the refund rule, $10.00 goes back to the person who paid, once we have checked it. Your code stops working at once, and this cannot be undone.',
  ],
  [
    { to: 'staff', amount: 0, nothingBack: 'free_order' },
    'The organizer is notified. No money is returned. The order was free. Your code stops working at once, and this cannot be undone.',
  ],
] as const)('giving back to %j is explained before it is done', (preview, words) => {
  expect(returnWords(preview)).toBe(words);
});
