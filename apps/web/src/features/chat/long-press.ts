/** How long a touch must rest on something to count as long, in milliseconds. */
export const LONG_PRESS_MS = 500;
