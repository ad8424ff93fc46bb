import { readSettings, SettingsError } from '#server/settings.ts';

/** What `readSettings` refuses, in its words. Empty when it accepts them. */
export function settingProblems(environment: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
