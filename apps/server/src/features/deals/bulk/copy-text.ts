const SPECIAL = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

const field = (value: string | number | null): string => {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return SPECIAL.test(value)
    ? value.replace(/[\\\t\n\r]/g, (found) => escapes[found] ?? found)
    : value;
};

/** One row in the text format of PostgreSQL's COPY. */
export const copyLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(field).join('\t')}\n`;
