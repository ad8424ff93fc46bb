import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CheckoutSteps } from './checkout-steps.tsx';

test.each([
  [false, ['Details', 'Review', 'Pay']],
  [true, ['Details', 'Review']],
])('if the order is free (%s), its steps are %j', (isFree, expected) => {
  const html = renderToStaticMarkup(createElement(CheckoutSteps, { step: 'Review', title: '', isFree }));
  expect(html.match(/Details|Review|Pay/g)).toEqual(expected);
});
