import { type FormEvent, useId, useState } from 'react';
import { configureStripeProduct, type StripeProduct } from '#contract/catalog.ts';
import { EVENT_TYPES, PACKAGE_SIZES, PRICINGS } from '#domain/packages.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useAction } from '../actions/use-action.ts';
import { EVENT_TYPE_NAMES } from '../orders/event-type-names.ts';
import { PRODUCT_LISTS } from './product-lists.ts';

const SIZES = {
  individual: 'Individual (1)',
  small_group: 'Small group (5)',
  large_group: 'Large group (10)',
};
const OLD_SIZES: Readonly<Record<string, string>> = { 1: 'individual', 5: 'small_group', 10: 'large_group' };
const FIELDS = ['event_type', 'pricing_type', 'team_size'] as const;
const PRICING_NAMES = { early_bird: 'Early bird', regular: 'Regular' };

/** Puts a product in its place among what is sold. */
export function ConfigureDialog({ product, onClose }: { product: StripeProduct; onClose: () => void }) {
  const prefix = useId();
  const { metadata } = product;
  const [initial] = useState({
    event_type: metadata.event_type ?? '',
    pricing_type: metadata.pricing_type ?? '',
    team_size: OLD_SIZES[metadata.team_size ?? ''] ?? metadata.team_size ?? '',
    enabled: metadata.enabled !== 'false',
  });
  const [form, setForm] = useState(initial);
  const action = useAction({
    run: () =>
      call(configureStripeProduct, {
        params: { productId: product.id },
        // What is not chosen yet is refused in words by the server.
        body: { metadata: { ...form, enabled: form.enabled ? 'true' : 'false' } as never, seen: metadata },
      }),
    refreshes: PRODUCT_LISTS,
    success: () => ({ title: 'Metadata Updated', description: `${product.name} is configured.` }),
    failed: { title: 'Error', otherwise: 'Failed to update metadata' },
    onDone: onClose,
  });
  const faults = action.error instanceof ApiError ? action.error.fields : {};
  const errors = FIELDS.flatMap((name) => {
    const message = faults[`metadata.${name}`];
    return message ? [{ fieldId: `${prefix}-${name}`, message }] : [];
  });
  const field = (name: (typeof FIELDS)[number]) => ({
    id: `${prefix}-${name}`,
    error: faults[`metadata.${name}`],
    emptyLabel: 'Choose',
    value: form[name],
    onChange: (change: { target: { value: string } }) => setForm({ ...form, [name]: change.target.value }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Configure product"
      description={product.name}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={`${prefix}-form`} busy={action.isBusy} busyLabel="Saving">
            Save
          </Button>
        </>
      }
    >
      <form
        id={`${prefix}-form`}
        noValidate
        onSubmit={(submit: FormEvent) => {
          submit.preventDefault();
          action.start(undefined);
        }}
        className="flex flex-col gap-4"
      >
        <UnsavedWork
          when={form.enabled !== initial.enabled || FIELDS.some((name) => form[name] !== initial[name])}
        />
        <ErrorSummary errors={errors} attempt={errors.length} />
        {action.failure && errors.length === 0 && <Notice tone="error">{action.failure}</Notice>}
        <SelectField
          label="Event type"
          options={EVENT_TYPES.map((value) => ({ value, label: EVENT_TYPE_NAMES[value] }))}
          {...field('event_type')}
        />
        <SelectField
          label="Pricing type"
          options={PRICINGS.map((value) => ({ value, label: PRICING_NAMES[value] }))}
          {...field('pricing_type')}
        />
        <SelectField
          label="Team size"
          options={PACKAGE_SIZES.map((value) => ({ value, label: SIZES[value] }))}
          {...field('team_size')}
        />
        <Switch
          label="Enabled: sold on the site"
          checked={form.enabled}
          onChange={(change) => setForm({ ...form, enabled: change.target.checked })}
        />
      </form>
    </Dialog>
  );
}
