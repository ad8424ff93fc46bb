/** The content of the `sess` column. */
export interface SessionData {
  /** The person who signed in; their permissions are checked on every request. */
  readonly user?: {
    readonly id: string;
    readonly email: string;
    readonly signedInAt: string;
    /** Only valid while passwords are accepted. */
    readonly isByPassword?: true;
  };
  /** Transaction ids of this browser's orders, newest last. */
  readonly orders?: readonly string[];
  /** Sign-ins still at the identity provider, one per tab, newest last. */
  readonly signIns?: readonly PendingSignIn[];
}

export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  readonly startedAt: string;
}
