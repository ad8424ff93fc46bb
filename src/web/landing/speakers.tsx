export function Speakers() {
  return <section />;
}
