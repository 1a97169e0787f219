/** Milliseconds (specification, sections 4 and 9). */
export const uploadTimings = {
  /** From the end of the last upload until the drawer closes automatically. */
  autoCloseMs: 3_000,
  /** From then until completed uploads are removed from the list. */
  clearAfterAutoCloseMs: 1_000,
  /** The same after the user closed the drawer. */
  clearAfterCloseMs: 500,
  /** How long the engine remembers a finished upload. */
  dropCompletedMs: 30_000,
  dropCancelledMs: 5_000,
  /** How long finished files wait for the server's id of their message. */
  messageIdWaitMs: 5_000,
  messageIdPollMs: 100,
} as const;

/** Delays between attempts to read the configuration, in milliseconds; the last one repeats. */
export const CONFIG_RETRIES = [1_000, 2_000, 5_000, 15_000] as const;

/** Delays before a failed update of a message's files is tried again, in milliseconds. */
export const UPDATE_RETRIES = [2_000, 5_000, 15_000, 30_000, 60_000, 120_000] as const;

/** The window over which the displayed speed is measured, in milliseconds. */
export const SPEED_WINDOW_MS = 5_000;
