import { useEffect, useState } from 'react';
import { now } from './clock.ts';

/** The server's time, renewed every `intervalMs`. */
export function useNow(intervalMs: number): Date {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return time;
}
