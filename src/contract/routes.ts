import * as exported from './calls.ts';
import type { Route } from './route.ts';

type Exported = typeof exported;

export type RouteName = {
  [Name in keyof Exported]: Exported[Name] extends Route ? Name : never;
}[keyof Exported];

/**
 * The whole API: every route of this folder by its name. The server binds each to a use case; the browser calls them.
 */
export const routes = Object.fromEntries(
  Object.entries(exported).filter(([, one]) => typeof one === 'object' && 'permission' in one),
) as Pick<Exported, RouteName>;
