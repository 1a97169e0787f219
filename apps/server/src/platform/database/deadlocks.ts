const DEADLOCK = '40P01';
/** Each time PostgreSQL aborts one of the waiting transactions, and the others continue. */
const TRIES = 5;

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DEADLOCK;

/**
 * Repeats work from its start if PostgreSQL aborted it to resolve a deadlock. All of it was rolled
 * back, so the work may be a transaction or a statement outside one, but not a part of either.
 */
export const repeatAfterDeadlock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error;
    }
  }
};
