const UNIQUE_VIOLATION = '23505';

/** Whether the statement violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** The name of the foreign key that the statement violated; null if it failed otherwise. */
export const violatedReference = (error: unknown): string | null =>
  error instanceof Error &&
  'code' in error &&
  error.code === FOREIGN_KEY_VIOLATION &&
  'constraint' in error
    ? String(error.constraint)
    : null;
