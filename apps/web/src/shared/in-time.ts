/** Settles as `work` does, or rejects after `ms` milliseconds. `work` itself continues. */
export const inTime = <Value>(work: Promise<Value>, ms: number): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The operation timed out')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
