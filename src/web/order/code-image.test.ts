import { expect, test } from 'vitest';
import { qrImageUrl } from './code-image.ts';

test('an image URL keeps characters that would end a URL, and drops the white border', () => {
  const picture = (viewBox: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path stroke="#000" d="M4 4h1"/></svg>`;
  const url = new URL(qrImageUrl(picture('0 0 37 37')));
  expect(url.hash).toBe('');
  expect(decodeURIComponent(url.pathname.split(',')[1]!)).toBe(picture('4 4 29 29'));
});
