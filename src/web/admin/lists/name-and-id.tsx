/** A name, and below it the provider's id. */
export function NameAndId({ name, id }: { name: string; id: string }) {
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="code block text-sm wrap-anywhere text-fg-2">{id}</span>
    </>
  );
}
