import { describe, expect, test } from 'vitest';
import { startClock } from './phone-clock.ts';

const NOON = Date.parse('2025-09-20T18:00:00Z');
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** A phone with a clock offset, and functions that let time pass. */
function phone(offBy: number, from = NOON) {
  let [time, wallOff, asleep] = [0, offBy, 0];
  return {
    pass: (ms: number) => (time += ms),
    /** The monotonic clock stands still. */
    sleep(ms: number) {
      time += ms;
      asleep += ms;
    },
    set: (ms: number) => (wallOff += ms),
    sources: { wall: () => from + time + wallOff, monotonic: () => 5000 + time - asleep },
  };
}

describe('the corrected time', () => {
  test('is the phone’s until the first response, then the server’s', () => {
    const { sources, pass } = phone(DAY);
    const clock = startClock(null, sources);
    expect([clock.now(), clock.isMeasured()]).toEqual([NOON + DAY, false]);
    const sentAt = clock.tick();
    pass(400);
    expect(clock.measure(sentAt, clock.tick(), NOON + 200)).toBe(-DAY);
    pass(MINUTE);
    expect([clock.now(), clock.isMeasured()]).toEqual([NOON + 400 + MINUTE, true]);
    expect(clock.raw()).toBe(NOON + DAY + 400 + MINUTE);
  });

  test('is kept while the page is closed', () => {
    const first = phone(DAY);
    const clock = startClock(null, first.sources);
    clock.measure(clock.tick(), clock.tick(), NOON);
    const again = startClock(clock.kept(), phone(DAY, NOON + HOUR).sources);
    expect([again.now(), again.hasProblem()]).toEqual([NOON + HOUR, false]);
  });

  test('ignores a clock that is set while the page is open', () => {
    const { sources, set, pass } = phone(0);
    const clock = startClock(null, sources);
    set(DAY);
    pass(MINUTE);
    set(-3 * DAY);
    expect(clock.now()).toBe(NOON + MINUTE);
  });

  test.each([1, 15])('counts the time that the phone slept: %s hours', (hours) => {
    const { sources, sleep } = phone(0);
    const clock = startClock(null, sources);
    clock.setHidden(true);
    sleep(hours * HOUR);
    clock.setHidden(false);
    expect([clock.now(), clock.hasProblem()]).toEqual([NOON + hours * HOUR, false]);
  });

  test.each([
    ['sleep', (one: ReturnType<typeof phone>) => one.sleep(HOUR), HOUR],
    ['a clock turned forward', (one: ReturnType<typeof phone>) => one.set(HOUR), HOUR],
    ['a clock turned back', (one: ReturnType<typeof phone>) => one.set(-HOUR), 0],
  ])('is not the server’s after %s while the page was hidden, until a response', (_, happen, passed) => {
    const one = phone(0);
    const clock = startClock(null, one.sources);
    clock.measure(clock.tick(), clock.tick(), NOON);
    clock.setHidden(true);
    one.pass(MINUTE);
    clock.setHidden(false);
    expect([clock.now(), clock.isMeasured()]).toEqual([NOON + MINUTE, true]);
    clock.setHidden(true);
    happen(one);
    clock.setHidden(false);
    expect([clock.now(), clock.isMeasured()]).toEqual([NOON + MINUTE + passed, false]);
    clock.measure(clock.tick(), clock.tick(), NOON + MINUTE);
    expect([clock.now(), clock.isMeasured()]).toEqual([NOON + MINUTE, true]);
  });

  test('counts sleep once if a response arrives while the page is hidden', () => {
    const { sources, sleep } = phone(0);
    const clock = startClock(null, sources);
    clock.setHidden(true);
    sleep(HOUR);
    clock.measure(clock.tick(), clock.tick(), NOON + HOUR);
    clock.setHidden(false);
    expect(clock.now()).toBe(NOON + HOUR);
  });

  test('counts sleep after a response that arrived while the page was hidden', () => {
    const { sources, sleep } = phone(0);
    const clock = startClock(null, sources);
    clock.setHidden(true);
    clock.measure(clock.tick(), clock.tick(), NOON);
    sleep(HOUR);
    clock.setHidden(false);
    expect(clock.now()).toBe(NOON + HOUR);
  });

  test('does not run backward when the clock is turned back while the page is hidden', () => {
    const { sources, set, pass } = phone(0);
    const clock = startClock(null, sources);
    clock.setHidden(true);
    pass(MINUTE);
    set(-HOUR);
    clock.setHidden(false);
    expect(clock.now()).toBe(NOON + MINUTE);
  });

  test('does not run backward by small differences between responses', () => {
    const { sources, pass } = phone(0);
    const clock = startClock(null, sources);
    expect(clock.now()).toBe(NOON);
    clock.measure(clock.tick(), clock.tick(), NOON - 800);
    pass(300);
    expect(clock.now()).toBe(NOON);
    pass(600);
    expect(clock.now()).toBe(NOON + 100);
  });
});

describe('a clock that was set is noticed', () => {
  test('turned back while the page was closed: time continues where it stopped, until a response', () => {
    const kept = { offset: 0, lastTime: NOON };
    const clock = startClock(kept, phone(-DAY).sources);
    expect([clock.now(), clock.hasProblem()]).toEqual([NOON, true]);
    clock.measure(clock.tick(), clock.tick(), NOON + MINUTE);
    expect([clock.now(), clock.hasProblem()]).toEqual([NOON + MINUTE, false]);
  });

  test('turned forward while the page is hidden, by more than a phone sleeps', () => {
    const { sources, set } = phone(0);
    const clock = startClock(null, sources);
    clock.setHidden(true);
    set(DAY);
    clock.setHidden(false);
    expect(clock.hasProblem()).toBe(true);
  });

  describe('and, once the page says so,', () => {
    /** A page that was opened with a clock in 2020, as after a flat battery. */
    function reset(lastTime = NOON) {
      const one = phone(Date.parse('2020-01-01T00:00:00Z') - NOON);
      return { ...one, clock: startClock({ offset: 1500, lastTime }, one.sources) };
    }

    function whileHidden(clock: ReturnType<typeof startClock>, happen: () => void) {
      clock.setHidden(true);
      happen();
      return clock.setHidden(false);
    }

    test('set right: the corrected time is the phone’s, and tells how wrong it was', () => {
      const { clock, set, pass } = reset(NOON - 15 * HOUR);
      pass(HOUR);
      expect(whileHidden(clock, () => set(NOON - Date.parse('2020-01-01T00:00:00Z')))).toBe(15 * HOUR);
      expect([clock.now(), clock.isMeasured()]).toEqual([NOON + HOUR, false]);
      expect(clock.measure(clock.tick(), clock.tick(), NOON + HOUR)).toBe(0);
    });

    test('set back again: the corrected time goes back, too', () => {
      const one = phone(0);
      const clock = startClock(null, one.sources);
      clock.measure(clock.tick(), clock.tick(), NOON);
      whileHidden(clock, () => one.set(DAY));
      expect(clock.now()).toBe(NOON + DAY);
      expect(whileHidden(clock, () => one.set(-DAY))).toBe(-DAY);
      expect(clock.now()).toBe(NOON);
    });

    test('left as it is: sleep counts as before', () => {
      const { clock, sleep } = reset();
      expect(whileHidden(clock, () => sleep(HOUR))).toBe(0);
      expect([clock.now(), clock.hasProblem()]).toEqual([NOON + HOUR, true]);
    });

    test('set to another time in the past: time continues where it stopped', () => {
      const { clock, set } = reset();
      expect(whileHidden(clock, () => set(365 * DAY))).toBe(0);
      expect([clock.now(), clock.hasProblem()]).toEqual([NOON, true]);
    });

    test('set right while the page was closed: what was stored meanwhile changes nothing', () => {
      const { clock, pass } = reset();
      pass(MINUTE);
      const again = startClock(clock.kept(), phone(0, NOON + HOUR).sources);
      expect([again.now(), again.hasProblem()]).toEqual([NOON + HOUR + 1500, false]);
    });
  });
});
