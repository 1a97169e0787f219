import { createContext, use } from 'react';

/** Parses the query of a URL; a repeated key gives a list. The inverse is `writeQuery`. */
export const readQuery = (text: string): Record<string, string | string[]> => {
  const values = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return Object.fromEntries(
    [...values].map(([key, [first = '', ...rest]]) => [
      key,
      rest.length === 0 ? first : [first, ...rest],
    ]),
  );
};

/** The `:name` parameters of the current path. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useParams = () => use(ParamsContext);
