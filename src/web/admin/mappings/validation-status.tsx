import { useQuery } from '@tanstack/react-query';
import { validateProductMappings } from '#contract/catalog.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailure } from '../load-failure.tsx';

/** Everything in which the provider's catalogue and this site differ. */
export function ValidationStatus() {
  const validation = useQuery({
    queryKey: [validateProductMappings.path],
    queryFn: ({ signal }) => call(validateProductMappings, { signal }),
    staleTime: 0,
  });
  if (validation.isPending) return <Spinner label="Checking the catalogue" />;
  if (validation.error) {
    return (
      <LoadFailure
        title="The catalogue could not be checked"
        error={validation.error}
        onRetry={() => void validation.refetch()}
      />
    );
  }
  const { invalid, drift, summary } = validation.data;
  const isWell = invalid.length === 0 && drift.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <Notice
        tone={isWell ? 'ok' : 'warn'}
        title={isWell ? 'Everything fits' : 'There is something to look at'}
      >
        {summary}
      </Notice>
      <Findings title="Products that cannot be sold as they are" findings={invalid} />
      <Findings title="Differences" findings={drift} />
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        busy={validation.isFetching}
        busyLabel="Checking"
        onClick={() => void validation.refetch()}
      >
        Run validation
      </Button>
    </div>
  );
}

function Findings({
  title,
  findings,
}: {
  title: string;
  findings: readonly { readonly productId: string | null; readonly error: string }[];
}) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-2">{title}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {findings.map(({ productId, error }) => (
          <li key={`${productId}${error}`} className="py-2.5">
            {error}
            {productId && <span className="code block text-sm wrap-anywhere text-fg-2">{productId}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
