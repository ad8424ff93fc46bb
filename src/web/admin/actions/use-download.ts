import { useMutation } from '@tanstack/react-query';
import type { Route } from '#contract/route.ts';
import { sentenceOf } from '../../api.ts';
import { downloadFile } from '../../download-file.ts';
import { toast } from '../../ui/toast-store.ts';

/** Saves the file of a route that takes no input. With a link, a refusal would replace the desk. */
export function useDownload() {
  return useMutation({
    mutationFn: (route: Route) => downloadFile(route, undefined),
    onError: (error) => toast({ tone: 'error', title: 'Download Failed', description: sentenceOf(error) }),
  });
}
