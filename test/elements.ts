import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';

/** An element whose component can be called as a function, as `mount` does. */
export type Drawn<Props> = ReactElement<Props, (props: Props) => ReactElement>;

/** The first element with this prop in what a component returned; not in what the components in it would return. */
export function findByProp<Props extends object>(tree: ReactNode, prop: keyof Props & string): Drawn<Props> {
  const found = elementsIn(tree).find(({ props }) => prop in props);
  if (!found) throw new Error(`no element has the prop ${prop}`);
  return found as Drawn<Props>;
}

/** The button with these words on it, in the same places. */
export function findButton(tree: ReactNode, words: string): Drawn<{ onClick: () => void }> {
  const found = elementsIn(tree).find(
    ({ props }) => 'onClick' in props && textIn(props.children).includes(words),
  );
  if (!found) throw new Error(`no button says ${words}`);
  return found as Drawn<{ onClick: () => void }>;
}

/** The text in these places. */
export function textIn(tree: ReactNode): string {
  return Children.toArray(tree)
    .map((one) => (isValidElement<{ children?: ReactNode }>(one) ? textIn(one.props.children) : one))
    .join('');
}

function elementsIn(tree: ReactNode): ReactElement<{ children?: ReactNode }>[] {
  return Children.toArray(tree).flatMap((one) =>
    isValidElement<{ children?: ReactNode }>(one) ? [one, ...elementsIn(one.props.children)] : [],
  );
}
