import { Skeleton } from '../../ui/skeleton.tsx';

const ROWS = Array.from({ length: 14 }, (_, row) => row);

export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="mt-1 bg-surface lg:pt-9">
      <p role="status" className="sr-only">
        {label}
      </p>
      {ROWS.map((row) => (
        <div key={row} className="flex h-29 items-center gap-6 border-b border-line px-3 lg:h-11">
          <Skeleton className="w-1/6" />
          <Skeleton className="w-1/4" />
          <Skeleton className="grow" />
        </div>
      ))}
    </div>
  );
}
