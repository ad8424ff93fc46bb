export function LandingHeader() {
  return <section />;
}
