/** Whether an error has one of these codes of the operating system (`ENOSPC`). */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  codes.includes(error.code);
