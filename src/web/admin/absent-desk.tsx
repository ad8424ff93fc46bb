import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Stands in for a desk that has no calls to make yet. */
export function AbsentDesk({ name }: { name: string }) {
  return (
    <Card>
      <EmptyState title={`${name} is not part of this version yet`}>
        <p>Nothing is hidden and nothing is broken: this desk comes with a later change.</p>
      </EmptyState>
    </Card>
  );
}
