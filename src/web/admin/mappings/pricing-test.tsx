import { useState } from 'react';
import { testPricing } from '#contract/catalog.ts';
import type { ParsedOf } from '#contract/route.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { formatUsd } from '#domain/money.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useCallForm } from '../../use-call-form.ts';
import { typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';

const FAILED = 'Pricing Test Failed';
const INITIAL = { eventType: 'conference', teamMemberCount: '1', couponId: '' };

/** What a buyer would be charged now, by the same rule that charges buyers. */
export function PricingTest() {
  const [result, setResult] = useState<ParsedOf<typeof testPricing.response> | null>(null);
  const action = useAction({
    run: (body: ParsedOf<typeof testPricing.body>) => call(testPricing, { body }),
    refreshes: [],
    success: ({ mapping, finalAmount }) => ({
      title: 'Pricing Test Successful',
      description: `${mapping.name}: ${formatUsd(finalAmount)}`,
    }),
    failed: { title: FAILED, otherwise: 'The pricing test did not respond' },
    onDone: setResult,
  });
  const form = useCallForm({
    schema: testPricing.body,
    initial: INITIAL,
    refusal: action.error,
    read: ({ eventType, teamMemberCount, couponId }) => ({
      eventType,
      teamMemberCount: typedCount(teamMemberCount),
      couponId: couponId.trim() || undefined,
    }),
  });
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <form
        noValidate
        onSubmit={form.submit(
          (body) => {
            setResult(null);
            action.start(body);
          },
          ({ teamMemberCount }) =>
            toast({ tone: 'error', title: FAILED, description: teamMemberCount?.message ?? '' }),
        )}
        // The price belongs to the package that was tested.
        onChange={() => setResult(null)}
        className="flex flex-col gap-4"
      >
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        <SelectField
          label="Event type"
          options={EVENT_TYPES.map((value) => ({ value, label: EVENT_TYPE_NAMES[value] }))}
          {...form.field('eventType')}
        />
        <TextField
          label="Team size"
          hint="From 1 to 20"
          inputMode="numeric"
          {...form.field('teamMemberCount')}
        />
        <TextField label="Coupon" optional {...form.field('couponId')} />
        <Button type="submit" busy={action.isBusy} busyLabel="Testing" className="self-start">
          Test pricing
        </Button>
      </form>
      <div aria-live="polite">
        {action.failure && (
          <Notice tone="error" title={FAILED}>
            {action.failure}
          </Notice>
        )}
        {result && (
          <DefinitionList
            items={[
              { term: 'Product', description: result.mapping.name },
              { term: 'Price', description: formatUsd(result.baseAmount) },
              { term: 'Discount', description: formatUsd(result.discountAmount) },
              { term: 'Final', description: formatUsd(result.finalAmount) },
              {
                term: 'Price ID',
                description: result.priceId ? (
                  <span className="code">{result.priceId}</span>
                ) : (
                  'None; the price comes from the site’s content'
                ),
              },
            ]}
          />
        )}
      </div>
    </div>
  );
}
