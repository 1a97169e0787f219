/** How many passes of the event loop other work gets until `work` is done. */
export const passesDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let passes = 0;
  let isWorking = true;
  const count = (): void => {
    passes += 1;
    if (isWorking) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isWorking = false;
  return passes;
};
