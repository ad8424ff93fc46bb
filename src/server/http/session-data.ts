/** What the `sess` column holds. */
export interface SessionData {
  /** The person who signed in; their permissions are checked on every request. */
  readonly user?: { readonly id: string; readonly email: string; readonly signedInAt: string };
  /** Transaction ids that this browser made, the latest last. */
  readonly orders?: readonly string[];
  /** Sign-ins on their way to the identity provider and back, one for each tab, the latest last. */
  readonly signIns?: readonly PendingSignIn[];
}

export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  readonly startedAt: string;
}
