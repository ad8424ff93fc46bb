import { track } from '../analytics.ts';
import { clearPendingRegistration } from '../pending-registration.ts';
import { sessionStore } from '../storage.ts';
import { toast } from '../ui/toast-store.ts';

const CELEBRATED_KEY = 'celebrated-order';
const DRAFT_KEY = 'registration-draft';

/** Ends the checkout in this tab. The toast comes once per order, however often its page is opened again. */
export function celebrate(transactionId: string, dollars: number): void {
  clearPendingRegistration();
  sessionStore.remove(DRAFT_KEY);
  if (sessionStore.get(CELEBRATED_KEY) === transactionId) return;
  sessionStore.set(CELEBRATED_KEY, transactionId);
  track('registration', { value: dollars });
  toast({
    tone: 'ok',
    title: 'Payment Successful',
    description: 'Your registration has been completed successfully!',
  });
}
