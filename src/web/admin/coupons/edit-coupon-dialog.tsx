import { couponChanges, type LocalCoupon, listCoupons, saveCoupon } from '#contract/coupons.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useAction } from '../actions/use-action.ts';
import { chosenDayOf, countOf, endOfChosenDay } from './end-of-day.ts';
import { useCouponForm } from './use-coupon-form.ts';

/** What may change once people have the code. */
export function EditCouponDialog({ coupon, onClose }: { coupon: LocalCoupon; onClose: () => void }) {
  const initial = {
    description: coupon.description,
    limit: coupon.usageLimit === null ? '' : String(coupon.usageLimit),
    until: coupon.validUntil === null ? '' : chosenDayOf(new Date(coupon.validUntil)),
    active: coupon.isActive ? 'yes' : '',
  };
  const read = (texts: Record<string, string>) => ({
    description: texts.description,
    usageLimit: countOf(texts.limit ?? '') ?? null,
    // An end that was not at the end of a day stays what it was until another day is chosen.
    validUntil:
      texts.until === initial.until
        ? coupon.validUntil
        : (endOfChosenDay(texts.until ?? '')?.toISOString() ?? null),
    isActive: texts.active === 'yes',
  });
  const action = useAction({
    run: (body: ReturnType<typeof couponChanges.parse>) =>
      call(saveCoupon, { params: { id: String(coupon.id) }, body }),
    refreshes: [listCoupons.path],
    success: ({ code }) => ({ title: 'Success', description: `${code} saved.` }),
    failed: { title: 'Error', otherwise: 'Failed to update coupon' },
    onDone: onClose,
  });
  const form = useCouponForm(initial, couponChanges, read, (body) => action.start(body), action.error);
  const { texts, setTexts, field } = form;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Edit ${coupon.code}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form.formId} busy={action.isBusy} busyLabel="Saving">
            Save
          </Button>
        </>
      }
    >
      <form id={form.formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <UnsavedWork when={form.isChanged} />
        <ErrorSummary errors={form.errors} attempt={form.tries} />
        {action.failure && form.errors.length === 0 && <Notice tone="error">{action.failure}</Notice>}
        <p className="text-fg-2">
          The code and the discount stay as they are. For others, end this coupon and create a new one.
        </p>
        <TextField label="Description" {...field('description')} />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField
            label="Usage limit"
            optional
            hint={`Blank means none. ${coupon.usageCount} used, ${coupon.heldCount} held.`}
            inputMode="numeric"
            {...field('usageLimit', 'limit')}
          />
          <TextField
            label="Valid until"
            optional
            hint="The end of that day."
            type="date"
            {...field('validUntil', 'until')}
          />
        </div>
        <Switch
          label="Can be used"
          checked={texts.active === 'yes'}
          onChange={(change) => setTexts({ ...texts, active: change.target.checked ? 'yes' : '' })}
        />
      </form>
    </Dialog>
  );
}
