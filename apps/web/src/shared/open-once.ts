/** The part of a database by which the browser says that it has closed it, as when data is erased. */
interface Closable {
  addEventListener(type: 'close', listener: () => void): void;
}

/**
 * Returns a function that opens a database when it is first used. It opens it again after a failure,
 * which may pass, and after the browser has closed it.
 */
export const openOnce = <Database extends Closable>(
  open: () => Promise<Database>,
): (() => Promise<Database>) => {
  let opening: Promise<Database> | null = null;
  const reset = (): void => {
    opening = null;
  };
  return () => {
    if (opening !== null) return opening;
    // In an async function, because storage that is forbidden throws at once.
    opening = (async () => open())();
    opening.then((database) => database.addEventListener('close', reset), reset);
    return opening;
  };
};
