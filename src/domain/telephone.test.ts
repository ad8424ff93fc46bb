import { expect, test } from 'vitest';
import { telephoneUrl } from './telephone.ts';

test.each([
  ['(303) 555-0142', 'tel:+13035550142'],
  ['1-303-555-0142', 'tel:+13035550142'],
  ['+1 303 555 0142', 'tel:+13035550142'],
  ['+49 30 5550142', 'tel:+49305550142'],
  [' +49 30 5550142', 'tel:+49305550142'],
])('%s is dialed as %s', (phone, url) => {
  expect(telephoneUrl(phone)).toBe(url);
});
