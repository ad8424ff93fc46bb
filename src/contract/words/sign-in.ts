import type { ErrorCode } from '../errors.ts';

/** What the pages that end a sign-in say. */
export const SIGN_IN_WORDS = {
  ended: {
    title: 'This sign-in has ended',
    text: 'It was already used, took too long, or was started in another browser.',
  },
  refused: {
    title: 'This sign-in did not work',
    text: 'The sign-in service sent a response that does not match this sign-in. Please try again.',
  },
  cancelled: { title: 'You are not signed in', text: 'The sign-in was canceled.' },
  unverified: {
    title: 'Access Denied',
    text: 'Your account has no verified email address. You need one to sign in here.',
  },
  down: {
    title: 'You cannot sign in right now',
    text: 'The sign-in service is not responding. Please try again in a minute.',
  },
  unavailable: {
    title: 'You cannot sign in or out right now',
    text: 'The service is not available. Please try again in a moment.',
  },
};

/** Their titles when a request is refused; the text is the refusal's. */
export const SIGN_IN_REFUSED: Readonly<Partial<Record<ErrorCode, string>>> = {
  too_many_requests: 'You cannot sign in right now',
  not_found: 'You cannot sign in with a password',
  wrong_origin: 'You were not signed out',
};

/** The page for staff who have a password. */
export const PASSWORD_WORDS = {
  title: 'Sign in with a password',
  text: 'Use this page only while the sign-in service is down. You need a password from your administrator.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'Wrong email or password.',
};
