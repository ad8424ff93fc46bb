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
          To use this from your home screen, add this page, open it from there, and scan the invitation again.
          On an iPhone or iPad, the home-screen app joins separately.
        </>
      ) : (
        'Add this page to the home screen: it then opens like an app, even offline.'
      )}
    </p>
  );
}
