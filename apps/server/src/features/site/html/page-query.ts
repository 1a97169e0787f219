import type { ParseIssue } from '@izgodno/contract/common/parse-untrusted';

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

/** The search of an address: without other parameters, and without the empty ones of a form. */
export const searchOf = (
  query: URLSearchParams,
  isOther: (name: string) => boolean,
): URLSearchParams =>
  // A form without scripts also sends the fields that are empty.
  new URLSearchParams([...query].filter(([name, value]) => value !== '' && !isOther(name)));

/**
 * The search without the values that were rejected for these reasons; of a list, the others stay.
 */
export const withoutRejected = (
  query: URLSearchParams,
  issues: readonly ParseIssue[],
): URLSearchParams => {
  const rejected = new Set(
    issues.flatMap(({ path, keys }) => keys ?? [path.slice(0, 2).map(String).join(' ')]),
  );
  const seen = new Map<string, number>();
  return new URLSearchParams(
    [...query].filter(([name]) => {
      const index = seen.get(name) ?? 0;
      seen.set(name, index + 1);
      return !rejected.has(name) && !rejected.has(`${name} ${index}`);
    }),
  );
};
