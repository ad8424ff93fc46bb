export function Gallery() {
  return <section />;
}
