export function Organisations() {
  return <section />;
}
