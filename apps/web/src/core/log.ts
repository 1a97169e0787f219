/**
 * Logs a failure that a user cannot act on and need not know about, because the work continues or
 * is retried. Logs it as information, because nothing is wrong with the application.
 */
export const note = (message: string, cause: unknown): void => console.info(message, cause);
