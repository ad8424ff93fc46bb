import { readSettings, StartRefusal } from '#server/settings.ts';

/** The problems reported by `readSettings`; empty if there are none. */
export function settingProblems(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof StartRefusal) return error.problems;
    throw error;
  }
}
