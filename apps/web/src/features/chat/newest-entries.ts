/** The entries that were added last, of a map that would grow as long as the page lives. */
export const newestEntries = <Key, Value>(
  map: ReadonlyMap<Key, Value>,
  most: number,
): ReadonlyMap<Key, Value> => (map.size > most ? new Map([...map].slice(-most)) : map);
