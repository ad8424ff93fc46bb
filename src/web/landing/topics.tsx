export function Topics() {
  return <section />;
}
