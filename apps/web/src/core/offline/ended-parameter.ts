/**
 * The parameter of a sign-out that the user did not ask for, because the session has run out; what
 * is stored on the device stays. For the service worker; the server does nothing else by it.
 */
export const ENDED_PARAMETER = 'ended';
