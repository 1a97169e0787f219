import { codeOf } from '#platform/code-of.ts';

const UNIQUE_VIOLATION = '23505';

/** Whether the statement violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === UNIQUE_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** The name of the foreign key that the statement violated; null if it failed otherwise. */
export const violatedReference = (error: unknown): string | null =>
  error instanceof Error && codeOf(error) === FOREIGN_KEY_VIOLATION && 'constraint' in error
    ? String(error.constraint)
    : null;
