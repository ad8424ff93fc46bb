import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { onDemand } from './on-demand.tsx';

/** `ConfirmDialog`, which loads when it is first shown. If it can't be loaded, the page stays and says so. */
export const ConfirmOnDemand = onDemand(
  () => import('./confirm-dialog.tsx').catch(() => ({ ConfirmDialog: NotLoaded })),
  'ConfirmDialog',
);

function NotLoaded() {
  return (
    <Notice
      tone="error"
      title="The next step could not be loaded"
      className="w-full"
      action={
        // Some browsers load a failed script again only when the page is reloaded.
        <Button size="sm" variant="secondary" onClick={() => location.reload()}>
          Reload the page
        </Button>
      }
    >
      Nothing was changed or canceled.
    </Notice>
  );
}
