import { type ComponentType, useId } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * A part of a page that the browser hydrates. Rendered as a separate tree, because it is hydrated as one. Server only;
 * `README.md` in this folder explains it.
 */
export function Island<Props extends object>({
  name,
  part: Part,
  props,
  wakesWhenSeen = false,
}: {
  /** Its key in the browser's list of islands. */
  name: string;
  part: ComponentType<Props>;
  /** Sent as JSON. */
  props: Props;
  /** For islands that are animated or do nothing without their script. */
  wakesWhenSeen?: boolean;
}) {
  const identifierPrefix = useId();
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      data-prefix={identifierPrefix}
      data-when-seen={wakesWhenSeen ? '' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what React has just rendered.
      dangerouslySetInnerHTML={{ __html: renderToString(<Part {...props} />, { identifierPrefix }) }}
    />
  );
}
