/** Settles as `work` does, or rejects once `ms` milliseconds are over. `work` itself goes on. */
export const inTime = <Value>(work: Promise<Value>, ms: number): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
