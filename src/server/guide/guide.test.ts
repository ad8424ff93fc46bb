import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { content } from '#content/content.ts';
import type { EventContent } from '#contract/content.ts';
import { textOfPages } from '#test/read-pdf.ts';
import type { Context, Dependencies } from '../context.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { makeGuide } from './make-guide.ts';
import { guideRoutes } from './routes.ts';

const NOW = new Date('2025-07-15T16:00:00Z');
const contact = { phone: '(303) 555-0142', email: 'hello@example.org' };
const publicUrl = 'https://summit.example.org';

async function guideOf(changes: Partial<EventContent> = {}): Promise<string> {
  const file = await makeGuide({ content: { ...content, ...changes }, contact, publicUrl }, NOW);
  return file.toString('latin1');
}

function site(shown: EventContent = content, now = minuteByMinute()) {
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    const ctx: Partial<Context> = { now: now() };
    c.set('ctx', ctx as Context);
    await next();
  });
  const dependencies = { content: shown, settings: { contact, publicUrl } };
  guideRoutes(app, dependencies as Dependencies);
  return app;
}

/** A clock that is a minute further at each request. */
function minuteByMinute() {
  let requests = 0;
  return () => new Date(NOW.getTime() + ++requests * 60_000);
}

test('the guide is served as a PDF to view in the browser', async () => {
  const response = await site().request('/participant-guide.pdf');
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('content-disposition'),
  ]).toEqual([
    200,
    'application/pdf',
    `inline; filename="digital-safety-summit-participant-guide.pdf"; filename*=UTF-8''digital-safety-summit-participant-guide.pdf`,
  ]);
  const file = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(file.slice(0, 8)).toBe('%PDF-1.7');
  expect(file.trimEnd().slice(-5)).toBe('%%EOF');
});

test('the file name stays readable in other languages', async () => {
  const event = { ...content.event, name: 'Sømmer Sümmit 峰会' };
  const response = await site({ ...content, event }).request('/participant-guide.pdf');
  const [, plain, encoded] = /^inline; filename="([\x20-\x7e]+)"; filename\*=UTF-8''(\S+)$/.exec(
    response.headers.get('content-disposition')!,
  )!;
  expect([plain, decodeURIComponent(encoded!)]).toEqual([
    's_mmer-summit-__-participant-guide.pdf',
    'sømmer-sümmit-峰会-participant-guide.pdf',
  ]);
});

test('the guide is made once, and a conditional request gets 304', async () => {
  const app = site();
  const first = await app.request('/participant-guide.pdf');
  const etag = first.headers.get('etag')!;
  const again = await app.request('/participant-guide.pdf', { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  const stale = await app.request('/participant-guide.pdf', { headers: { 'if-none-match': '"other"' } });
  expect([stale.status, stale.headers.get('etag')]).toEqual([200, etag]);
});

test('once the event is over, the schedule is no longer tentative', async () => {
  let now = NOW;
  const app = site(content, () => now);
  const isTentative = async () => {
    const file = await (await app.request('/participant-guide.pdf')).arrayBuffer();
    return (await textOfPages(new Uint8Array(file))).some((page) => page.includes(', tentative'));
  };
  expect(await isTentative()).toBe(true);
  now = new Date(content.event.endsAt);
  expect(await isTentative()).toBe(false);
});

test('the guide has a title, a language, and a structure', async () => {
  const file = await guideOf();
  expect({
    title: /<dc:title>.*?<rdf:li[^>]*>(.*?)<\/rdf:li>/s.exec(file)?.[1],
    language: /\/Lang \(([^)]*)\)/.exec(file)?.[1],
    isForEveryone: file.includes('<pdfuaid:part>1</pdfuaid:part>'),
    isTagged: file.includes('/Marked true'),
    showsTitle: file.includes('/DisplayDocTitle true'),
    headings: ['H1', 'H2', 'H3'].map((level) => file.split(`/S /${level}\n`).length - 1),
  }).toEqual({
    title: 'Participant guide - Digital Safety Summit',
    language: 'en-US',
    isForEveryone: true,
    isTagged: true,
    showsTitle: true,
    headings: [1, 8, 5],
  });
});

test('the guide links to the map, to the organizer and to help', async () => {
  const links = [...(await guideOf()).matchAll(/\/URI \((.*)\)/g)].map((match) => match[1]);
  expect(links).toEqual([
    'https://www.google.com/maps/search/?api=1&query=University%20of%20Denver%2C%202130%20S%20High%20St%2C%20Denver%2C%20CO%2080210',
    'tel:+13035550142',
    'mailto:hello@example.org',
    'https://summit.example.org',
    'https://report.cybertip.org/',
    'https://takeitdown.ncmec.org/',
    'https://www.childhelphotline.org/',
    'https://988lifeline.org/',
    'https://humantraffickinghotline.org/',
  ]);
});

test('a long day continues on the next page', async () => {
  const { items } = content.schedule;
  const longer = { ...content.schedule, items: [...items, ...items.slice(0, 4)] };
  expect([pagesOf(await guideOf()), pagesOf(await guideOf({ schedule: longer }))]).toEqual([3, 4]);
});

function pagesOf(file: string): number {
  return Number(/\/Type \/Pages\n\/Count (\d+)/.exec(file)?.[1]);
}
