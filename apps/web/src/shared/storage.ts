/**
 * Reads and writes of the browser's local storage that never throw: where storage is forbidden or
 * full, the choice simply does not outlive the page.
 */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
};
