import { type ComponentType, useEffect, useState } from 'react';

/** Like `onDemand`, for what the page can do without: if its file can't be loaded, it isn't shown. */
export function optional<File, Name extends keyof File>(load: () => Promise<File>, name: Name): File[Name] {
  const shown = (props: object) => {
    const [Loaded, setLoaded] = useState<ComponentType<object> | null>(null);
    useEffect(() => {
      load().then(
        (file) => setLoaded(() => file[name] as ComponentType<object>),
        () => undefined,
      );
    }, []);
    return Loaded && <Loaded {...props} />;
  };
  return shown as File[Name];
}
