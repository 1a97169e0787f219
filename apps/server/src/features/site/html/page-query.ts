// Each function passes once through an address: some 3,000 names fit into one, and `getAll` and
// `delete` search all of it for one name.

const listed = (pairs: readonly (readonly [name: string, value: string])[]): unknown => {
  const values = pairs.map(([, value]) => value);
  return values.length === 1 ? values[0] : values;
};

/** The parameters of an address; one that is repeated has a list. */
export const readParameters = (query: URLSearchParams): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...Map.groupBy(query, ([name]) => name)].map(([name, pairs]) => [name, listed(pairs)]),
  );

/** The search of an address: without these parameters, and without the empty ones of a form. */
export const searchOf = (query: URLSearchParams, others: readonly string[]): URLSearchParams =>
  // A form without scripts also sends the fields that are empty.
  new URLSearchParams([...query].filter(([name, value]) => value !== '' && !others.includes(name)));
