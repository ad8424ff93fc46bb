/** What the `sess` column holds. */
export interface SessionData {
  /** The person who signed in; whether they may do anything is asked anew on every request. */
  readonly user?: { readonly id: string; readonly email: string; readonly signedInAt: string };
  /** Transaction ids that this browser made, the latest last. */
  readonly orders?: readonly string[];
  /** A sign-in on its way to the identity provider and back. */
  readonly signIn?: {
    readonly state: string;
    readonly nonce: string;
    readonly codeVerifier: string;
    readonly returnTo: string;
  };
}
