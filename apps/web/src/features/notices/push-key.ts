/** Storage key of the user whose notices this browser shows, and of the endpoint: `USER URL`. */
export const NOTIFIED_KEY = 'push-endpoint';
