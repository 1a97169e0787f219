/** The result of `work`, or an error after `ms` milliseconds. The work itself continues. */
export const withDeadline = async <Result>(work: Promise<Result>, ms: number): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Timed out')), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
