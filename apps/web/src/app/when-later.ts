import { sidebar } from '#core/shell/sidebar.ts';
import { after } from '#shared/browser-events.ts';

/** Delay of low-priority work, in milliseconds. */
const LATER_MS = 3_000;

const begin = (): void => {
  import('./later.ts')
    .then(({ beginLater }) => beginLater())
    // The page works without it.
    .catch(() => undefined);
};

/** Starts low-priority work some time after the page has loaded, or when the drawer opens, which Back closes. */
export const waitForLater = (): void => {
  after(LATER_MS, begin);
  sidebar.subscribe(begin);
};
