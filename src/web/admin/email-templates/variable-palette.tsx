/** What the template may use; a press puts it where the caret is. Lists are used in a loop. */
export function VariablePalette({
  variables,
  onInsert,
}: {
  variables: Readonly<Record<string, string>>;
  onInsert: (text: string) => void;
}) {
  return (
    <details className="rounded-button border-[1.5px] border-line">
      <summary className="flex min-h-11 items-center rounded-button px-4 font-semibold text-accent">
        Variables to insert
      </summary>
      <ul className="grid gap-1 px-2 pb-3 sm:grid-cols-2">
        {Object.entries(variables).map(([name, meaning]) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onInsert(snippet(name))}
              className="w-full rounded-chip px-2 py-1.5 text-left hover:bg-sunken"
            >
              <span className="code block text-sm wrap-anywhere text-accent">{name}</span>
              <span className="block text-sm text-fg-2">{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** `tickets[].name` → a loop over the tickets. */
export function snippet(name: string): string {
  const [list, field] = name.split('[].');
  return field ? `{% for one in ${list} %}{{ one.${field} }}{% endfor %}` : `{{ ${name} }}`;
}
