import { setTimeout } from 'node:timers/promises';

/** How long a page may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 60_000;
/** Pause between two looks, in milliseconds. */
const PAUSE_MS = 100;

/** Looks until something holds. What fails, such as a look at a page that is just leaving, counts as no. */
export const until = async (
  what: string,
  holds: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    let failure = '';
    if (await holds().catch((error: unknown) => ((failure = String(error)), false))) return;
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what} ${failure}`);
    await setTimeout(PAUSE_MS);
  }
};
