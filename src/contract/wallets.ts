import * as z from 'zod/mini';
import { API_PATHS, PROGRAM_PATHS } from './paths.ts';
import { route } from './route.ts';

/** A ticket for Apple Wallet (`.pkpass`), for anyone with the order's key. */
export const getApplePass = route({
  method: 'GET',
  path: API_PATHS.applePass,
  permission: 'anyone',
  response: z.unknown(),
});

/** The same, for a short-lived token from the ticket's own page. */
export const getLinkedPass = route({
  method: 'GET',
  path: PROGRAM_PATHS.linkedPass,
  permission: 'anyone',
  response: z.unknown(),
});

/** Leads to Google's page that saves the ticket. */
export const saveToGoogleWallet = route({
  method: 'GET',
  path: API_PATHS.googlePass,
  permission: 'anyone',
  response: z.unknown(),
});
