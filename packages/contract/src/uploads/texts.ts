/** Texts of uploads that both sides share (specification, sections 5 and 8). */
const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes for display, base 1024: `1.5 MB`. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1) return '0 B';
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${Number(value.toFixed(2))} ${units[power] ?? 'TB'}`;
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
