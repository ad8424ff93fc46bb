/**
 * On iOS, an app on the home screen shares neither the browser's storage nor its cookies, and no link opens it, so it has
 * to join by itself: better before the browser's tab has taken a place of the invitation.
 */
export function HomeScreenTip({ hasJoined }: { hasJoined: boolean }) {
  // Only iOS has it.
  const { standalone } = navigator as { standalone?: boolean };
  if (standalone || (standalone === undefined && !hasJoined)) return null;
  return (
    <p className="text-dense text-fg-2">
      {standalone === false ? (
        <>
          To work without this tab, add this page to the home screen, and scan the invitation there: on an
          iPhone or iPad, that app has to join by itself.
        </>
      ) : (
        'Add this page to the home screen: it then opens like an app, even without a network.'
      )}
    </p>
  );
}
