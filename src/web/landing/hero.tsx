export function Hero() {
  return <section />;
}
