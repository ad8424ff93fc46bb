import { type FormEvent, useState } from 'react';
import { testPricing } from '#contract/catalog.ts';
import { formatUsd } from '#domain/money.ts';
import { EVENT_TYPES, type EventType } from '#domain/packages.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../actions/use-action.ts';
import { EVENT_TYPE_NAMES } from '../orders/event-type-names.ts';

/** What a buyer would be charged now, by the rule that charges. */
export function PricingTest() {
  const [form, setForm] = useState({ eventType: 'conference' as EventType, size: '1', couponId: '' });
  const [result, setResult] = useState<Awaited<ReturnType<typeof run>> | null>(null);
  const run = () =>
    call(testPricing, {
      body: {
        eventType: form.eventType,
        teamMemberCount: Number(form.size),
        ...(form.couponId.trim() && { couponId: form.couponId.trim() }),
      },
    });
  const action = useAction({
    run,
    refreshes: [],
    success: ({ mapping, finalAmount }) => ({
      title: 'Pricing Test Successful',
      description: `${mapping.name}: ${formatUsd(finalAmount)}`,
    }),
    failed: { title: 'Pricing Test Failed', otherwise: 'The pricing test gave no answer' },
    onDone: setResult,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setResult(null);
    action.start(undefined);
  };
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          id="test-event-type"
          label="Event type"
          options={EVENT_TYPES.map((value) => ({ value, label: EVENT_TYPE_NAMES[value] }))}
          value={form.eventType}
          onChange={(change) =>
            setForm({
              ...form,
              eventType: EVENT_TYPES.find((one) => one === change.target.value) ?? 'conference',
            })
          }
        />
        <TextField
          id="test-size"
          label="Team size"
          hint="From 1 to 20"
          error={action.error instanceof ApiError ? action.error.fields.teamMemberCount : undefined}
          inputMode="numeric"
          value={form.size}
          onChange={(change) => setForm({ ...form, size: change.target.value })}
        />
        <TextField
          id="test-coupon"
          label="Coupon"
          optional
          value={form.couponId}
          onChange={(change) => setForm({ ...form, couponId: change.target.value })}
        />
        <Button type="submit" busy={action.isBusy} busyLabel="Testing" className="self-start">
          Test pricing
        </Button>
      </form>
      <div aria-live="polite">
        {action.failure && (
          <Notice tone="error" title="Pricing Test Failed">
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
                description: <span className="code">{result.priceId ?? 'of the content'}</span>,
              },
            ]}
          />
        )}
      </div>
    </div>
  );
}
