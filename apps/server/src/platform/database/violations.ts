const UNIQUE_VIOLATION = '23505';

/** Whether a statement was refused because its value stands in another row already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
