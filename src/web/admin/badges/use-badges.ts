import type { BadgeFile } from '#contract/badges.ts';
import { confirmBadges, discardBadges, getBadgeFile, getBadges, makeBadges } from '#contract/badges.ts';
import type { ParsedOf } from '#contract/route.ts';
import { counted } from '#contract/words/counted.ts';
import type { BadgeFormat } from '#domain/badges.ts';
import { call } from '../../api.ts';
import { useAction } from '../actions/use-action.ts';

const REFRESHES = [getBadges.path];

export function useMakeBadges(onDone?: (made: BadgeFile) => void) {
  return useAction({
    run: (which: ParsedOf<typeof makeBadges.body>['which']) => call(makeBadges, { body: { which } }),
    refreshes: REFRESHES,
    success: ({ badges }) => ({ title: 'File Created', description: `It has ${counted(badges, 'badge')}.` }),
    failed: { title: 'Not Created', otherwise: 'The file could not be created' },
    onDone,
  });
}

export function useConfirmBadges(onDone?: () => void) {
  return useAction({
    run: ({ file }: BadgeFile) => call(confirmBadges, { params: { file } }),
    refreshes: REFRESHES,
    success: ({ badges }) => ({
      title: 'Printed',
      description: `${counted(badges, 'badge')} marked as printed.`,
    }),
    failed: { title: 'Not Saved', otherwise: 'The badges could not be marked as printed' },
    onDone,
  });
}

export function useDiscardBadges() {
  return useAction({
    run: ({ file }: BadgeFile) => call(discardBadges, { params: { file } }),
    refreshes: REFRESHES,
    success: ({ badges }) => ({
      title: 'Discarded',
      description: `${counted(badges, 'badge')} not marked as printed. You can put them in a new file.`,
    }),
    failed: { title: 'Not Discarded', otherwise: 'The file could not be discarded' },
  });
}

export function badgeFileUrl({ file }: Pick<BadgeFile, 'file'>, format: BadgeFormat): string {
  return `${getBadgeFile.path.replace('{file}', file)}?format=${format}`;
}
