import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { EmptyState } from './empty-state.tsx';

/** Browsers may drop a table's semantics if its display changes, so every part has an explicit role. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

type TableProps = {
  /** Name of the table, for screen readers. */
  caption: string;
  isDense?: boolean;
  /** Whether the headings stay below the bar while the page scrolls. */
  sticky?: boolean;
  headings: readonly (string | Heading)[];
  children: ReactNode;
};

type Heading = Sorting & { label: string; align?: 'right' };

type Sorting = {
  /** With `onSort` the heading is a button; `sort` is the current direction, if this column is sorted. */
  onSort?: () => void;
  sort?: 'ascending' | 'descending';
};

/**
 * A table on wide screens; under 1024 px each row is a card: a Td with a `label` shows it, one with `card` has its own
 * place. With cards, only sortable headings remain.
 */
export function Table({ caption, isDense = false, sticky = false, headings, children }: TableProps) {
  return (
    <table
      {...roles.table}
      aria-label={caption}
      data-density={isDense ? 'dense' : 'regular'}
      className={cx(
        'group/table w-full border-separate border-spacing-0 bg-surface text-left text-dense wrap-break-word',
        'max-lg:block max-lg:bg-transparent max-lg:[&_tbody]:grid max-lg:[&_tbody]:gap-2 sm:max-lg:[&_tbody]:grid-cols-2',
      )}
    >
      <thead {...roles.group} className={cx('max-lg:block', sticky && 'z-10 lg:sticky lg:top-14')}>
        <tr {...roles.row} className="max-lg:mb-2 max-lg:flex max-lg:flex-wrap max-lg:gap-2">
          {headings.map((one) => {
            const heading = typeof one === 'string' ? { label: one } : one;
            return <Th key={heading.label} {...heading} />;
          })}
        </tr>
      </thead>
      <tbody {...roles.group}>{children}</tbody>
    </table>
  );
}

function Th({ label, align, onSort, sort }: Heading) {
  return (
    <th
      {...roles.head}
      scope="col"
      aria-sort={onSort ? (sort ?? 'none') : undefined}
      className={cx(
        'border-b border-line bg-surface text-sm font-semibold whitespace-nowrap text-fg-2',
        onSort ? 'p-0 max-lg:border-0' : 'px-2 py-1.5 max-lg:sr-only',
        align === 'right' && 'text-right',
      )}
    >
      {onSort ? (
        <SortButton sort={sort} onSort={onSort}>
          {label}
        </SortButton>
      ) : (
        label
      )}
    </th>
  );
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

function SortButton({ sort, onSort, children }: Sorting & { children: ReactNode }) {
  const Icon = sortIcons[sort ?? 'none'];
  return (
    <button
      type="button"
      onClick={onSort}
      className={cx(
        'inline-flex min-h-9 items-center gap-1.5 rounded-chip px-2 font-semibold hover:text-fg max-lg:min-h-11',
        'focus-visible:outline-offset-[-3px] max-lg:border max-lg:border-line',
        sort && 'text-fg max-lg:bg-sunken',
      )}
    >
      {children}
      <Icon aria-hidden="true" className={cx('size-4', sort ? 'text-accent' : 'text-fg-3')} />
    </button>
  );
}

type TrProps = ComponentProps<'tr'> & {
  /** Called for a click anywhere on the row; a control in the row must offer the same by keyboard. */
  onOpen?: () => void;
  /** The card's grid, if the cells have their own positions in it (`card` of Td). */
  card?: string;
};

const labeledCard =
  'max-lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-lg:content-start max-lg:gap-y-2 max-lg:p-4';

export function Tr({ onOpen, card = labeledCard, className, ...tr }: TrProps) {
  return (
    <tr
      {...tr}
      {...roles.row}
      onClick={onOpen && ((event) => isOnRow(event) && onOpen())}
      className={cx(
        'group/row relative isolate hover:bg-sunken/60 aria-selected:bg-sunken',
        onOpen && 'cursor-pointer',
        'max-lg:grid max-lg:rounded-button max-lg:border max-lg:border-line max-lg:bg-surface',
        card,
        className,
      )}
    />
  );
}

/** Ignores clicks on the row's controls, in dialogs opened by them, and at the end of a text selection. */
function isOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isOnControl = (target as Element).closest('a, button, input, select, textarea, label');
  return currentTarget.contains(target as Element) && !isOnControl && !getSelection()?.toString();
}

type TdProps = {
  /** Name of the column, shown on a card. */
  label?: string;
  /** The cell's place on a card that has no labels. */
  card?: string;
  align?: 'right';
  /** For user input: splits words that are too long, so that they don't displace the other columns. */
  typed?: boolean;
  className?: string;
  children: ReactNode;
};

export function Td({ label, card, align, typed = false, className, children }: TdProps) {
  return (
    <td
      {...roles.cell}
      className={cx(
        'h-11 border-b border-line px-2 group-data-[density=dense]/table:h-9',
        'group-last/row:border-b-0 max-lg:h-auto max-lg:border-0 max-lg:p-0',
        card ? cx('lg:py-0', card) : 'py-2 group-data-[density=dense]/table:py-1 max-lg:contents',
        align === 'right' && 'text-right even-figures max-lg:text-left',
        className,
      )}
    >
      {label ? (
        <>
          <span aria-hidden="true" className="text-sm text-fg-2 lg:hidden">
            {label}
          </span>
          <span className={cx('block min-w-0', typed && 'wrap-anywhere lg:min-w-36')}>{children}</span>
        </>
      ) : (
        children
      )}
    </td>
  );
}

export type Column<Row> = Pick<TdProps, 'align' | 'typed'> & {
  label: string;
  cell: (row: Row) => ReactNode;
};

/** A table whose cards have labels, from its columns. */
export function ColumnTable<Row>({
  rows,
  emptyTitle,
  keyOf,
  columns,
  ...table
}: Omit<TableProps, 'headings' | 'children'> & {
  rows: readonly Row[];
  /** Shown instead if there are no rows. */
  emptyTitle?: string;
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
}) {
  if (emptyTitle && rows.length === 0) return <EmptyState title={emptyTitle} />;
  return (
    <Table {...table} headings={columns}>
      {rows.map((row) => (
        <Tr key={keyOf(row)}>
          {columns.map(({ cell, ...column }) => (
            <Td key={column.label} {...column}>
              {cell(row)}
            </Td>
          ))}
        </Tr>
      ))}
    </Table>
  );
}
