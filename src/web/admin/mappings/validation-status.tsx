import { useQuery } from '@tanstack/react-query';
import { validateProductMappings } from '#contract/catalog.ts';
import { queryOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useProducts } from '../products/loaded-products.tsx';

const WELL = { tone: 'ok', title: 'Everything matches' } as const;
const NOT_WELL = { tone: 'warn', title: 'Some products need attention' } as const;

/** Every difference between the provider's catalog and this site. */
export function ValidationStatus() {
  const validation = useQuery({ ...queryOf(validateProductMappings), staleTime: 0 });
  const products = useProducts();
  const nameOf = (id: string) => products.data?.find((one) => one.id === id)?.name;
  const named = (findings: readonly Finding[]) =>
    findings.map((one) => ({ ...one, name: one.productId === null ? undefined : nameOf(one.productId) }));
  return (
    <Loaded query={validation} loading="Checking the catalog" failure="The catalog could not be checked">
      {({ invalid, drift, summary }) => (
        <div className="flex flex-col gap-4">
          <Notice {...(invalid.length + drift.length === 0 ? WELL : NOT_WELL)}>{summary}</Notice>
          <Findings title="Invalid products" findings={named(invalid)} />
          <Findings title="Differences" findings={named(drift)} />
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
      )}
    </Loaded>
  );
}

interface Finding {
  readonly productId: string | null;
  readonly error: string;
  readonly name?: string | undefined;
}

function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-2">{title}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {findings.map(({ productId, error, name }) => (
          <li key={`${productId}${error}`} className="py-2.5">
            {name && <span className="block font-semibold">{name}</span>}
            {error}
            {productId && <span className="code block text-sm wrap-anywhere text-fg-2">{productId}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
