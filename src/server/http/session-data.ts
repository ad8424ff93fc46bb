/** The content of the `sess` column. */
export interface SessionData {
  /** The person who signed in; their permissions are checked on every request. */
  readonly user?: { readonly id: string; readonly email: string; readonly signedInAt: string };
  /** Transaction ids of this browser's orders, latest last. */
  readonly orders?: readonly string[];
  /** Sign-ins that have not come back from the identity provider, one per tab, latest last. */
  readonly signIns?: readonly PendingSignIn[];
}

export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  readonly startedAt: string;
}
