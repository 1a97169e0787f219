/** Nothing came within the time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(ms: number) {
    super(`no answer within ${ms / 1_000} s`);
  }
}

/** The result of `work`, or `DeadlineError` after `ms` milliseconds. The work itself continues. */
export const withDeadline = async <Result>(work: Promise<Result>, ms: number): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DeadlineError(ms)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
