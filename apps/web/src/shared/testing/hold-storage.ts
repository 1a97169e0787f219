const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error('It cannot be opened')));
  });

/**
 * Holds a store of a database, as a page does that is suspended within a transaction. Returns a
 * function that ends it.
 */
export const holdStorage = async (
  databaseName: string,
  storeName: string,
): Promise<() => Promise<void>> => {
  const database = await open(databaseName);
  const transaction = database.transaction(storeName, 'readwrite');
  const ended = new Promise<void>((resolve) => {
    transaction.addEventListener('complete', () => resolve());
  });
  let isHeld = true;
  const ask = (): void =>
    transaction
      .objectStore(storeName)
      .get('any')
      .addEventListener('success', () => {
        if (isHeld) ask();
      });
  ask();
  return () => {
    isHeld = false;
    database.close();
    return ended;
  };
};
