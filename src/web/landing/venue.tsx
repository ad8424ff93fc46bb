export function Venue() {
  return <section />;
}
