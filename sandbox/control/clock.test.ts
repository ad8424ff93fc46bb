import { describe, expect, test } from 'vitest';
import { start } from '#test/sandbox/test-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

describe('clock', () => {
  test("the form accepts a preset or a time in the event's zone, from which the clock runs on", async () => {
    const preset = { label: 'Event day', at: new Date('2025-09-20T14:00:00Z') };
    const sandbox = await start({ startAt: new Date('2025-08-01T12:00:00Z'), clockPresets: [preset] });
    expect(minuteOf(sandbox)).toBe('2025-08-01T12:00');
    const page = await (await fetch(sandbox.url)).text();
    expect(page).toContain('<button name="now" value="2025-09-20T14:00:00.000Z">Event day</button>');

    const forms: Record<string, string>[] = [
      { now: preset.at.toISOString() },
      { local: '2025-11-02T12:30' },
      { local: '2025-07-01T00:15' },
    ];
    const times: string[] = [];
    for (const form of forms) {
      const response = await postClock(sandbox, form);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/#clock']);
      times.push(minuteOf(sandbox));
    }
    expect(times).toEqual(['2025-09-20T14:00', '2025-11-02T19:30', '2025-07-01T06:15']);
  });

  test.each<Record<string, string>>([{ now: 'soon' }, { local: '2025-02-30T99:00' }, { local: 'noon' }, {}])(
    "refuses %j and doesn't move",
    async (form) => {
      const sandbox = await start({ startAt: new Date('2025-08-01T12:00:00Z') });
      const response = await postClock(sandbox, form);
      expect(response.status).toBe(400);
      expect(await response.text()).toMatch(/is not a date and time the clock can be set to\.$/);
      expect(minuteOf(sandbox)).toBe('2025-08-01T12:00');
    },
  );
});

function minuteOf({ clock }: Sandbox): string {
  return clock.now().toISOString().slice(0, 16);
}

function postClock(sandbox: Sandbox, form: Record<string, string>): Promise<Response> {
  return fetch(`${sandbox.url}/clock`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}
