export function RegistrationSection() {
  return <section />;
}
