const UNIQUE_VIOLATION = '23505';

/** Whether a statement was refused because its value stands in another row already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a statement was rejected because the account or session it names was removed meanwhile. */
export const isOfRemovedAccount = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === FOREIGN_KEY_VIOLATION &&
  'constraint' in error &&
  /_(user|session)_id_fkey$/.test(String(error.constraint));
