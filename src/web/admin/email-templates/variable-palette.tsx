import { useId } from 'react';
import { Tooltip } from '../../ui/tooltip.tsx';

/** The variables that the template may use. Pressing one inserts it at the cursor: a list as a loop, or with commas. */
export function VariablePalette({
  variables,
  onInsert,
}: {
  variables: Readonly<Record<string, string>>;
  onInsert: (text: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-1.5 text-dense text-fg-2">
        Insert at the cursor:
      </p>
      <ul aria-labelledby={id} className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto p-0.5">
        {Object.entries(variables).map(([name, meaning]) => (
          <li key={name}>
            <Tooltip text={meaning}>
              <button
                type="button"
                onClick={() => onInsert(snippet(name))}
                className="code min-h-6 rounded-chip border border-line bg-sunken/60 px-2 py-0.5 text-sm text-accent hover:border-accent"
              >
                {name}
                <span className="sr-only">: {meaning}</span>
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `tickets[].name` → a loop over the tickets; `endedTickets[]` → the names with commas. */
function snippet(name: string): string {
  const [list, field] = name.split(/\[\]\.?/);
  if (field === undefined) return `{{ ${name} }}`;
  return field ? `{% for one in ${list} %}{{ one.${field} }}{% endfor %}` : `{{ ${list} | join: ', ' }}`;
}
