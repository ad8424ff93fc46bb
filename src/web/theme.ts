import { useEffect, useSyncExternalStore } from 'react';
import { localStore } from './storage.ts';

/** How the desk and the door look on this device; `system` follows the device. */
export const THEMES = ['day', 'night', 'system'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'desk-theme';
const prefersNight = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let unchosen: Theme = 'day';

/** Call before rendering. The device decides until somebody chooses. */
export function startFromSystemTheme(): void {
  unchosen = 'system';
}

export function setTheme(theme: Theme): void {
  localStore.set(KEY, theme);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}

/** Whether the dark theme is active. */
export function useNight(): boolean {
  return useSyncExternalStore(subscribe, isNight);
}

/** Applies the theme to the page while the component is mounted. */
export function usePageTheme(): void {
  const night = useNight();
  useEffect(() => {
    document.body.classList.toggle('night', night);
    return () => document.body.classList.remove('night');
  }, [night]);
}

function readTheme(): Theme {
  return THEMES.find((theme) => theme === localStore.get(KEY)) ?? unchosen;
}

function isNight(): boolean {
  const theme = readTheme();
  return theme === 'night' || (theme === 'system' && prefersNight.matches);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  prefersNight.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    prefersNight.removeEventListener('change', listener);
  };
}
