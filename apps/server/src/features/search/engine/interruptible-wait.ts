/** Waits that a call can cut short. A call during no wait ends the next wait at once. */
export interface InterruptibleWait {
  /** Returns whether a call has ended it. */
  wait(milliseconds: number): Promise<boolean>;
  interrupt(): void;
}

export const createInterruptibleWait = (): InterruptibleWait => {
  let isWoken = false;
  let end: ((isCalled: boolean) => void) | null = null;
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (isWoken) {
          isWoken = false;
          resolve(true);
          return;
        }
        const timer = setTimeout(() => end?.(false), milliseconds);
        end = (isCalled) => {
          clearTimeout(timer);
          end = null;
          resolve(isCalled);
        };
      }),
    interrupt() {
      if (end === null) isWoken = true;
      else end(true);
    },
  };
};
