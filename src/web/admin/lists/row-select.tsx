/** Selects a row. In a table's margin, where it shows on hover; on a card, beside the second to last line. */
export function RowSelect({
  name,
  checked,
  onToggle,
}: {
  /** Whose row it is. */
  name: string;
  checked: boolean;
  onToggle: () => void;
}) {
  return (
    <label className="absolute bottom-3 left-0 grid size-11 place-items-center lg:bottom-0 lg:-left-6 lg:w-6 lg:pointer-fine:opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 group-has-checked/table:opacity-100">
      <input
        type="checkbox"
        data-row-select
        aria-label={`Select ${name}`}
        checked={checked}
        onChange={onToggle}
        className="size-4.5"
      />
    </label>
  );
}
