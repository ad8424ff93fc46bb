import { vi } from 'vitest';

/** A browser's storage, and what is in it. */
export function stubStorage(overrides: Partial<Storage> = {}): Map<string, string> {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
    ...overrides,
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  return kept;
}
