import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { start } from './test-sandbox.ts';

describe('clock', () => {
  test('can be read and moved, and keeps running', async () => {
    const sandbox = await start({ startAt: new Date('2025-08-01T12:00:00Z') });
    expect((await readClock(sandbox)).slice(0, 16)).toBe('2025-08-01T12:00');
    const moved = await postClock(sandbox, JSON.stringify({ now: '2025-09-20T08:00:00-06:00' }));
    expect([moved.status, (await moved.json()).now.slice(0, 16)]).toEqual([200, '2025-09-20T14:00']);
    expect(sandbox.clock.now().toISOString().slice(0, 16)).toBe('2025-09-20T14:00');
  });

  test("the form accepts a preset or a time in the event's zone", async () => {
    const preset = { label: 'Event day', at: new Date('2025-09-20T14:00:00Z') };
    const sandbox = await start({ clockPresets: [preset] });
    const page = await (await fetch(sandbox.url)).text();
    expect(page).toContain('<button name="now" value="2025-09-20T14:00:00.000Z">Event day</button>');

    const forms: Record<string, string>[] = [
      { now: preset.at.toISOString() },
      { local: '2025-11-02T12:30' },
      { local: '2025-07-01T00:15' },
    ];
    const times: string[] = [];
    for (const form of forms) {
      const response = await fetch(`${sandbox.url}/clock`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/#clock']);
      times.push((await readClock(sandbox)).slice(0, 16));
    }
    expect(times).toEqual(['2025-09-20T14:00', '2025-11-02T19:30', '2025-07-01T06:15']);
  });

  test.each([
    '{"now":"soon"}',
    '{"now":5}',
    '{"now":"2025-02-30T99:00:00Z"}',
    '{"now":"2025-09-20T08:00"}',
    '{}',
    '[',
    'null',
  ])("refuses %s and doesn't move", async (body) => {
    const sandbox = await start({ startAt: new Date('2025-08-01T12:00:00Z') });
    const response = await postClock(sandbox, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/is not a date and time the clock can be set to\.$/);
    expect((await readClock(sandbox)).slice(0, 16)).toBe('2025-08-01T12:00');
  });
});

async function readClock(sandbox: Sandbox): Promise<string> {
  return (await (await fetch(`${sandbox.url}/clock`)).json()).now;
}

function postClock(sandbox: Sandbox, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${sandbox.url}/clock`, { method: 'POST', headers, body });
}
