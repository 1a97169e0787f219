/**
 * How long a text waits, in milliseconds: assistive technology must know the region before it
 * changes.
 */
const WAIT_MS = 150;
/** How long a text stays for users who read back, in milliseconds. */
const STAY_MS = 10_000;

let region: HTMLElement | undefined;

/**
 * Tells users of screen readers what happened, where the page shows it elsewhere than they are. The
 * same text again is said again.
 */
export const announce = (text: string): void => {
  if (region?.isConnected !== true) {
    region = document.createElement('output');
    region.className = 'visually-hidden';
    // Only what is new is said, not all that is still there.
    region.ariaAtomic = 'false';
    document.body.append(region);
  }
  const line = document.createElement('p');
  line.textContent = text;
  setTimeout(() => region?.append(line), WAIT_MS);
  setTimeout(() => line.remove(), WAIT_MS + STAY_MS);
};
