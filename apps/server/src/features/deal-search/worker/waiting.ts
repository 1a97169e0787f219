/** Waits that a call can cut short. A call that comes while nobody waits ends the next wait at once. */
export interface Waiting {
  wait(milliseconds: number): Promise<void>;
  wake(): void;
}

export const createWaiting = (): Waiting => {
  let isWoken = false;
  let end: (() => void) | null = null;
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (isWoken) {
          isWoken = false;
          resolve();
          return;
        }
        const timer = setTimeout(() => end?.(), milliseconds);
        end = () => {
          clearTimeout(timer);
          end = null;
          resolve();
        };
      }),
    wake() {
      if (end === null) isWoken = true;
      else end();
    },
  };
};
