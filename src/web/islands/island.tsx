import { type ComponentType, useId } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * A part of a page that comes to life in the browser. Rendered as a tree of its own, because it is hydrated as one.
 * Server only; `README.md` beside this file explains the whole.
 */
export function Island<Props extends object>({
  name,
  part: Part,
  props,
  wakesWhenSeen = false,
}: {
  /** In the browser's list of parts. */
  name: string;
  part: ComponentType<Props>;
  /** Sent along as JSON. */
  props: Props;
  /** For what moves by itself or does nothing without its script. */
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
