import type { Context } from '../context.ts';
import type { Session } from './sessions.ts';

/** What the middleware provides to every handler. */
export interface HttpEnv {
  Variables: {
    ctx: Context;
    session: Session;
    /** Allows the style elements with these hashes (`sha256-…`) in this response. */
    allowStyles: (hashes: readonly string[]) => void;
  };
}
