import { Notice } from '../../ui/notice.tsx';
import type { DoorState } from '../engine/engine.ts';

/** Advice for a phone that can't store its scans. */
export function StorageNotice({
  storage,
  className,
}: Pick<DoorState, 'storage'> & { className?: string | undefined }) {
  if (storage === 'none') {
    return (
      <Notice tone="warn" title="This browser cannot store data" className={className}>
        It may be a private window. Scan the invitation in a normal window, or keep this page open until every
        scan is sent.
      </Notice>
    );
  }
  if (storage === 'full') {
    return (
      <Notice tone="error" title="This phone is full" className={className}>
        Keep this page open until every scan is sent, and delete something, such as a video.
      </Notice>
    );
  }
  if (storage === 'slow') {
    return (
      <Notice tone="error" title="This phone takes too long to store scans" className={className}>
        The latest are only in this page. Keep it open until every scan is sent. If this message is still here
        then, reload the page.
      </Notice>
    );
  }
  return null;
}
