import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleRegistration } from '#test/sample-order.ts';
import { CodeImage } from './ticket-code.tsx';

test('an image URL keeps characters that would end a URL, and drops the white border', () => {
  const picture = (viewBox: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path stroke="#000" d="M4 4h1"/></svg>`;
  const registration = sampleRegistration({ qrCodeImage: picture('0 0 37 37') });
  const [, src] = /src="([^"]+)"/.exec(renderToString(createElement(CodeImage, { registration })))!;
  const url = new URL(src!);
  expect(url.hash).toBe('');
  expect(decodeURIComponent(url.pathname.split(',')[1]!)).toBe(picture('4 4 29 29'));
});
