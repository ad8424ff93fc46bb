import type { Context } from '../context.ts';
import type { Session } from './sessions.ts';

/** What the middleware hands to every handler. */
export interface HttpEnv {
  Variables: {
    ctx: Context;
    session: Session;
    /** Lets this answer carry the style elements of these hashes (`sha256-…`). */
    allowStyles: (hashes: readonly string[]) => void;
  };
}
