/**
 * On iOS, an app on the home screen shares neither the browser's storage nor its cookies, and no link opens it, so it joins
 * separately, preferably before the browser's tab uses up one of the phones that the invitation allows.
 */
export function HomeScreenTip({ hasJoined }: { hasJoined: boolean }) {
  // Only iOS has it.
  const { standalone } = navigator as { standalone?: boolean };
  if (standalone || (standalone === undefined && !hasJoined)) return null;
  return (
    <p className="text-dense text-fg-2">
      {standalone === false ? (
        <>
          To use the home screen instead of this tab, add this page to it, open it there, and scan the
          invitation: on an iPhone or iPad, that app joins separately.
        </>
      ) : (
        'Add this page to the home screen: it then opens like an app, even without a network.'
      )}
    </p>
  );
}
