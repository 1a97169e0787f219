/** Milliseconds (specification, sections 4 and 9). */
export const uploadTimings = {
  /** From the last upload's end until the drawer closes by itself. */
  autoCloseMs: 3_000,
  /** From then until completed uploads leave the list. */
  clearAfterAutoCloseMs: 1_000,
  /** The same after a person closed the drawer. */
  clearAfterCloseMs: 500,
  /** How long the engine remembers an upload after its end. */
  dropCompletedMs: 30_000,
  dropCancelledMs: 5_000,
  /** How long finished files wait for the id that the server gives their message. */
  messageIdWaitMs: 5_000,
  messageIdPollMs: 100,
} as const;

/** Delays between attempts to read the configuration, in milliseconds; the last one repeats. */
export const CONFIG_RETRIES = [1_000, 2_000, 5_000, 15_000] as const;

/** Over how long the speed that is shown is measured, in milliseconds. */
export const SPEED_WINDOW_MS = 5_000;
