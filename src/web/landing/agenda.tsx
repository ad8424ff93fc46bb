export function Agenda() {
  return <section />;
}
