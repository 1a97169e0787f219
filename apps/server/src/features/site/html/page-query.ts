const listed = <Value>(values: readonly Value[]): Value | readonly Value[] | undefined =>
  values.length === 1 ? values[0] : values;

/** The parameters of an address; one that is repeated has a list. */
export const readParameters = (query: URLSearchParams): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...new Set(query.keys())].map((key) => [key, listed(query.getAll(key))]));

/** The search of an address: without these parameters, and without the empty ones of a form. */
export const searchOf = (address: URLSearchParams, others: readonly string[]): URLSearchParams => {
  const query = new URLSearchParams(address);
  for (const name of others) query.delete(name);
  // A form without scripts also sends the fields that are empty.
  for (const name of new Set(query.keys())) query.delete(name, '');
  return query;
};
