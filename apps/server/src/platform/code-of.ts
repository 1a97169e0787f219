/**
 * The `code` of an error of the system, of Node or of PostgreSQL (`ENOENT`, `57P03`); undefined if it
 * has none.
 */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Whether an error has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes(codeOf(error) ?? '');
