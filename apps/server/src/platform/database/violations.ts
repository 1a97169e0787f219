const UNIQUE_VIOLATION = '23505';

/** Whether the statement violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * What a statement referred to and was deleted meanwhile: its account or session, or another thing.
 */
export type Removed = 'account' | 'thing';

/**
 * Names of foreign keys, which show what a statement referred to; those from a deal to its parts
 * are internal.
 */
const REFERENCES: readonly (readonly [RegExp, Removed])[] = [
  [/_(user|session|owner|reporter|blocker|actor|inviter)_id_fkey$/, 'account'],
  [/_(blocked|subject|channel|deal|saved_search)_id_fkey$/, 'thing'],
];

/** Null if a statement failed for another reason. */
export const removedMeanwhile = (error: unknown): Removed | null => {
  if (!(error instanceof Error && 'code' in error && 'constraint' in error)) return null;
  if (error.code !== FOREIGN_KEY_VIOLATION) return null;
  const constraint = String(error.constraint);
  return REFERENCES.find(([pattern]) => pattern.test(constraint))?.[1] ?? null;
};
