import type { InputOf, Route } from '#contract/route.ts';
import { callForFile } from './api.ts';
import { saveFile } from './save-file.ts';

/** Saves the file that a call returns. Rejects with ApiError, like every call. */
export async function downloadFile<R extends Route>(route: R, body: InputOf<R['body']>): Promise<void> {
  const { file, name } = await callForFile(route, body);
  saveFile(file, name);
}
