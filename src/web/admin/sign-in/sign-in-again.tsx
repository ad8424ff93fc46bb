import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getCurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { lookUpCurrentUser } from './current-user.ts';

const LOOK_AGAIN_MS = 2000;

/**
 * Shown over unsaved work when the session ends: sign in in another tab, then continue here. If dismissed, it returns
 * with the next refused call.
 */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const user = useQuery({
    queryKey: [getCurrentUser.path, 'again'],
    queryFn: ({ signal }) => lookUpCurrentUser(signal),
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  const found = user.data;
  useEffect(() => {
    if (!found?.isAdmin) return;
    client.setQueryData([getCurrentUser.path], found);
    toast({ tone: 'ok', title: 'Signed In', description: 'You can save your work now.' });
    onClose();
  }, [found, client, onClose]);
  return (
    <ConfirmDialog
      title="You are signed out"
      confirmLabel="Open sign-in in a new tab"
      cancelLabel="Not now"
      onConfirm={() => window.open(paths.loginInNewTab, '_blank')}
      onClose={onClose}
    >
      <p>Your work is still here, but not saved. Open sign-in in a new tab, then return here and continue.</p>
      {found && !found.isAdmin && (
        <Notice tone="error" className="mt-3">
          {found.email} has no access here. Sign in with another account.
        </Notice>
      )}
    </ConfirmDialog>
  );
}
