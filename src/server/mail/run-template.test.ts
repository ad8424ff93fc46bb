import { expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { runTemplate } from './run-template.ts';
import { sampleVariables } from './sample-variables.ts';
import { TemplateProblem } from './template-parts.ts';

const SETTINGS = {
  publicUrl: 'https://summit.example.org',
  contact: { phone: '1', email: 'hello@example.org' },
};
const sample = sampleVariables('ticket', content, SETTINGS, 'cid:x');
const harmless = { subject: 'Hello', htmlContent: '<p>Hello</p>', textContent: 'Hello' };
/** The loops multiply, so that neither the text nor a tag count shows how long it takes. */
const SLOW = `${'{% for a in (1..90) %}'.repeat(4)}{% assign b = a | times: a %}${'{% endfor %}'.repeat(4)}`;
const LARGE =
  "{% for a in (1..9000) %}{{ 'x' | append: '0123456789012345678901234567890123456789' }}{% endfor %}";

test('a slow template blocks nothing else in the process', async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 10);
  const problems = await runTemplate('check', { ...harmless, htmlContent: SLOW }, sample);
  clearInterval(turning);
  expect(problems).toEqual({ htmlContent: 'Line 1: this takes too long or too much memory to fill in.' });
  expect(turns).toBeGreaterThan(20);
});

test('a mail of more than 200 kB is refused, in each of its parts', async () => {
  const sentence = 'The finished email would be 369 kB; at most 200 kB can be sent.';
  expect(await runTemplate('check', { ...harmless, htmlContent: LARGE, textContent: LARGE }, sample)).toEqual(
    {
      htmlContent: sentence,
      textContent: sentence,
    },
  );
  await expect(runTemplate('fill', { ...harmless, htmlContent: LARGE }, sample)).rejects.toThrow(sentence);
});

test('a template that takes too long loses its thread, and the next one gets another', async () => {
  const slow = runTemplate('check', { ...harmless, htmlContent: SLOW }, sample, 100);
  const next = runTemplate('fill', harmless, sample);
  await expect(slow).rejects.toThrow(new TemplateProblem('The template takes too long to fill in.'));
  expect((await next).subject).toBe('Hello');
});

test('concurrent tasks each get their own result', async () => {
  const subjects = ['One', 'Two', 'Three'];
  const filled = await Promise.all(
    subjects.map((subject) => runTemplate('fill', { ...harmless, subject }, sample)),
  );
  expect(filled.map((one) => one.subject)).toEqual(subjects);
});
