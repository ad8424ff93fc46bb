import { expect, test } from 'vitest';
import { cameraProblem } from './camera-problem.ts';

test.each([
  [new DOMException('', 'NotAllowedError'), 'The camera is blocked'],
  [new DOMException('', 'NotReadableError'), 'Another app is using the camera'],
  [new DOMException('', 'NotFoundError'), 'This device has no camera'],
  [new DOMException('', 'NotSupportedError'), 'This page cannot use the camera'],
  [new Error('The camera was disconnected.'), 'The camera stopped'],
  [undefined, 'The camera stopped'],
])('%s is shown as %s', (error, title) => {
  expect(cameraProblem(error).title).toBe(title);
});
