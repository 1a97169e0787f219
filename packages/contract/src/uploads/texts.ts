/** Texts of uploads that both sides share (specification, sections 5 and 8). */
const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

const rounded = (value: number): number => Number(value.toFixed(2));

/** Bytes in their largest unit, base 1024, with two decimals. */
export const inUnits = (bytes: number): { readonly value: number; readonly unit: string } => {
  let value = bytes;
  let power = 0;
  // What is rounded to a whole unit is one: 1 MB, not 1024 KB.
  while (rounded(value) >= 1024 && power < units.length - 1) {
    value /= 1024;
    power += 1;
  }
  return { value: rounded(value), unit: units[power] ?? 'TB' };
};

/** Bytes for display: `1.5 MB`. */
export const formatBytes = (bytes: number): string => {
  const { value, unit } = inUnits(bytes);
  return `${value} ${unit}`;
};

/** A size and a limit, in bytes if they look alike otherwise. */
const compared = (size: number, relation: string, limit: number): string => {
  const [given, allowed] = [formatBytes(size), formatBytes(limit)];
  return given === allowed ? `${size} B ${relation} ${limit} B` : `${given} ${relation} ${allowed}`;
};

export const uploadTexts = {
  exceedsServerLimit: (size: number, limit: number): string =>
    `File exceeds server limit: ${compared(size, '>', limit)}`,
  serverRejected: (size: number, limit: number): string =>
    `Server rejected file: ${compared(size, 'exceeds', limit)}`,
  noFile: 'No file provided',
  failed: 'StorJ upload failed',
  cancelled: 'Cancelled by user',
  tooLarge: (megabytes: number): string => `File too large. Maximum size: ${megabytes} MB`,
  unsupportedFormat: (extensions: readonly string[]): string =>
    `Unsupported format. Recommended: ${extensions.join(', ')}`,
  validationFailed: (reasons: readonly string[]): string =>
    `File validation failed: ${reasons.join(' ')}`,
} as const;
