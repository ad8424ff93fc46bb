/** Links on the small pages that the server sends when something fails. */
export const PAGE_LINKS = {
  again: 'Try again',
  signIn: 'Sign in',
  another: 'Use another account',
  password: 'Sign in with a password',
  home: 'Go to the home page',
};

/** The page for a browser that opened an address, such as a file's, and was refused. Its text is the refusal's. */
export const NOT_OPENED = 'This could not be opened';
