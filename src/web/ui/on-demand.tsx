import { type ComponentType, lazy, Suspense } from 'react';

/** A component of another file, which loads when it is first shown. Until then, nothing is. */
export function onDemand<File, Name extends keyof File>(load: () => Promise<File>, name: Name): File[Name] {
  const Loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  const shown = (props: object) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
  return shown as File[Name];
}
