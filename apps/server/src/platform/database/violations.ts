const UNIQUE_VIOLATION = '23505';

/** Whether a statement was refused because its value stands in another row already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** What a statement named that was removed meanwhile: the account or session it was made with, or another thing. */
export type Removed = 'account' | 'thing';

/** Names of references, which say what a statement named; references from a deal to what it is part of are ours to keep. */
const REFERENCES: readonly (readonly [RegExp, Removed])[] = [
  [/_(user|session|owner|reporter|blocker|actor|inviter)_id_fkey$/, 'account'],
  [/_(blocked|subject|channel|deal|saved_search)_id_fkey$/, 'thing'],
];

/** Null where a statement was rejected for something else. */
export const removedMeanwhile = (error: unknown): Removed | null => {
  if (!(error instanceof Error && 'code' in error && 'constraint' in error)) return null;
  if (error.code !== FOREIGN_KEY_VIOLATION) return null;
  const constraint = String(error.constraint);
  return REFERENCES.find(([pattern]) => pattern.test(constraint))?.[1] ?? null;
};
