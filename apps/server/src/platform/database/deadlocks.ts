const DEADLOCK = '40P01';
/** Each time, PostgreSQL ends one of those that wait for each other; the rest go on. */
const TRIES = 5;

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DEADLOCK;

/**
 * Does work again from its start where PostgreSQL ended it to resolve a deadlock. It has rolled back all
 * of it, so the work may be a transaction or a statement outside one, but not a part of either.
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
