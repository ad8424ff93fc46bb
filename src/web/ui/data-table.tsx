import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A browser may drop the meaning of a table whose display changes, so every part says its role. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

type TableProps = ComponentProps<'table'> & {
  /** Name of the table, for screen readers. */
  caption: string;
  density?: 'regular' | 'dense';
};

/** A table on wide screens; under 640 px each row is a card, which shows the `label` of every Td. */
export function Table({ caption, density = 'regular', className, children, ...table }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="min-w-0 max-h-[min(78dvh,60rem)] scroll-hint-x overflow-y-auto max-sm:max-h-none max-sm:bg-none"
    >
      <table
        {...table}
        {...roles.table}
        aria-label={caption}
        data-density={density}
        className={cx(
          'group/table w-full border-separate border-spacing-0 text-left text-dense wrap-break-word',
          'max-sm:block max-sm:[&_tbody]:grid max-sm:[&_tbody]:gap-3',
          className,
        )}
      >
        {children}
      </table>
    </section>
  );
}

/** Column heads; under 640 px only the ones that sort remain, as a row of buttons. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead {...roles.group} className="sticky top-0 z-10 max-sm:static max-sm:block">
      <tr {...roles.row} className="max-sm:mb-3 max-sm:flex max-sm:flex-wrap max-sm:gap-x-2">
        {children}
      </tr>
    </thead>
  );
}

export function TableBody({ children, ...body }: ComponentProps<'tbody'>) {
  return (
    <tbody {...body} {...roles.group}>
      {children}
    </tbody>
  );
}

export type SortDirection = 'ascending' | 'descending';

type ThProps = ComponentProps<'th'> & {
  /** With `onSort` the header is a button; `sort` is the current direction, if this column is sorted. */
  onSort?: () => void;
  sort?: SortDirection | undefined;
  align?: 'left' | 'right';
};

export function Th({ onSort, sort, align = 'left', className, children, ...th }: ThProps) {
  return (
    <th
      {...th}
      {...roles.head}
      scope="col"
      aria-sort={onSort ? (sort ?? 'none') : undefined}
      className={cx(
        'border-b border-line bg-surface text-sm font-semibold whitespace-nowrap text-fg-2',
        onSort ? 'p-0 max-sm:border-0' : 'px-3 py-2.5 max-sm:sr-only',
        align === 'right' && 'text-right',
        className,
      )}
    >
      {onSort ? (
        <SortButton sort={sort} onSort={onSort}>
          {children}
        </SortButton>
      ) : (
        children
      )}
    </th>
  );
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

function SortButton({
  sort,
  onSort,
  children,
}: {
  sort?: SortDirection;
  onSort: () => void;
  children: ReactNode;
}) {
  const Icon = sortIcons[sort ?? 'none'];
  return (
    <button
      type="button"
      onClick={onSort}
      className={cx(
        'inline-flex min-h-11 items-center gap-1.5 rounded-chip px-3 font-semibold hover:text-fg',
        'focus-visible:outline-offset-[-3px] max-sm:border max-sm:border-line',
        sort && 'text-fg max-sm:bg-sunken',
      )}
    >
      {children}
      <Icon aria-hidden="true" className={cx('size-4', sort ? 'text-accent' : 'text-fg-3')} />
    </button>
  );
}

type TrProps = ComponentProps<'tr'> & {
  /** A click anywhere on the row; something in it must offer the same to the keyboard. */
  onOpen?: () => void;
};

/** Rows render separately: hovering one doesn't render the others. */
export function Tr({ onOpen, className, ...tr }: TrProps) {
  return (
    <tr
      {...tr}
      {...roles.row}
      onClick={onOpen && ((event) => isOnRow(event) && onOpen())}
      className={cx(
        'group/row isolate hover:bg-sunken/45 aria-selected:bg-sunken',
        onOpen && 'cursor-pointer',
        'max-sm:grid max-sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-sm:gap-y-2 max-sm:rounded-button max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-4',
        className,
      )}
    />
  );
}

/** Not on a control in the row, nor in a dialog opened by one, nor at the end of a text selection. */
function isOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isOnControl = (target as Element).closest('a, button, input, select, textarea, label');
  return currentTarget.contains(target as Element) && !isOnControl && !getSelection()?.toString();
}

type TdProps = ComponentProps<'td'> & {
  /** Name of the column, shown on a card under 640 px; without it the cell takes the card's full width. */
  label?: string;
  align?: 'left' | 'right';
  /** User input: a word that is too long is broken, so that it doesn't push the other columns away. */
  typed?: boolean;
};

export function Td({ label, align = 'left', typed = false, className, children, ...td }: TdProps) {
  return (
    <td
      {...td}
      {...roles.cell}
      className={cx(
        'h-11 border-b border-line px-3 py-2 group-data-[density=dense]/table:h-9 group-data-[density=dense]/table:py-1',
        'group-last/row:border-b-0 max-sm:h-auto max-sm:border-0 max-sm:p-0',
        label ? 'max-sm:contents' : 'max-sm:col-span-2',
        align === 'right' && 'text-right tabular-nums max-sm:text-left',
        className,
      )}
    >
      {label ? (
        <>
          <span aria-hidden="true" className="text-sm text-fg-2 sm:hidden">
            {label}
          </span>
          <span className={cx('block min-w-0', typed && 'wrap-anywhere sm:min-w-36')}>{children}</span>
        </>
      ) : (
        children
      )}
    </td>
  );
}
