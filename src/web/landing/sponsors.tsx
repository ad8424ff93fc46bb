export function Sponsors() {
  return <section />;
}
