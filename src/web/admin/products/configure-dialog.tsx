import { configureStripeProduct, type StripeProduct } from '#contract/catalog.ts';
import type { ParsedOf } from '#contract/route.ts';
import { EVENT_TYPE_NAMES, PRICING_NAMES } from '#contract/words/stored-values.ts';
import { EVENT_TYPES, PACKAGE_SIZES, PRICINGS, packageSizeOf } from '#domain/packages.ts';
import { call } from '../../api.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useCallForm, useSeen } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import { PRODUCT_LISTS } from './loaded-products.tsx';

const SIZES = {
  individual: 'Individual (1)',
  small_group: 'Small group (5)',
  large_group: 'Large group (10)',
};
const FIELDS = ['metadata.event_type', 'metadata.pricing_type', 'metadata.team_size'] as const;

/** Maps a product to a package. */
export function ConfigureDialog({ product, onClose }: { product: StripeProduct; onClose: () => void }) {
  const { seen, follow } = useSeen(product.metadata);
  const action = useAction({
    run: (body: ParsedOf<typeof configureStripeProduct.body>) =>
      call(configureStripeProduct, { params: { productId: product.id }, body }),
    refreshes: PRODUCT_LISTS,
    success: () => ({ title: 'Metadata Updated', description: `${product.name} is configured.` }),
    failed: { title: 'Error', otherwise: 'Failed to update metadata' },
    onDone: onClose,
  });
  const form = useCallForm({
    schema: configureStripeProduct.body,
    initial: { metadata: placeOf(seen), seen },
    follows: true,
    fields: FIELDS,
    refusal: action.error,
  });
  follow(form, action.error);
  const { error: _, ...enabled } = form.field('metadata.enabled');
  return (
    <FormDialog
      title="Configure product"
      description={product.name}
      form={form}
      action={action}
      onClose={onClose}
    >
      <SelectField
        label="Event type"
        emptyLabel="Choose"
        options={EVENT_TYPES.map((value) => ({ value, label: EVENT_TYPE_NAMES[value] }))}
        {...form.field('metadata.event_type')}
      />
      <SelectField
        label="Pricing type"
        emptyLabel="Choose"
        options={PRICINGS.map((value) => ({ value, label: PRICING_NAMES[value] }))}
        {...form.field('metadata.pricing_type')}
      />
      <SelectField
        label="Team size"
        emptyLabel="Choose"
        options={PACKAGE_SIZES.map((value) => ({ value, label: SIZES[value] }))}
        {...form.field('metadata.team_size')}
      />
      <Switch label="Enabled: sold on the site" {...enabled} />
    </FormDialog>
  );
}

/** An unconfigured product gets empty texts, which the schema refuses. Older products have a numeric size. */
function placeOf({ event_type = '', pricing_type = '', team_size = '', enabled }: StripeProduct['metadata']) {
  return {
    event_type,
    pricing_type,
    team_size: packageSizeOf(Number(team_size)) ?? team_size,
    enabled: enabled !== 'false',
  };
}
