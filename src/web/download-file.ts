import type { InputOf, Route } from '#contract/route.ts';
import { refusalOf, send } from './api.ts';
import { saveFile } from './save-file.ts';

/** Saves the file that a call returns. Rejects with ApiError, like every call. */
export async function downloadFile<R extends Route>(route: R, body: InputOf<R['body']>): Promise<void> {
  const { response, content } = await send(route, { body }, (one) => one.blob());
  if (!response.ok) throw refusalOf(response, await content.text());
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(content, name);
}
