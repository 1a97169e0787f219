/**
 * Notes what a person cannot act on, and need not be told of: it goes on by itself or is asked for
 * again. No warning: nothing is wrong with the application.
 */
export const note = (message: string, cause: unknown): void => console.info(message, cause);
