type Stop = () => void;

/** A lock that every visible page of the site holds. */
const IN_SIGHT = 'chat-in-sight';
/** How long no other page notifies about the same message, in milliseconds. */
const CLAIM_MS = 10_000;

const locks = (): LockManager | undefined => navigator.locks;

/** Signals to the user's other pages that this one is visible. */
export const announceSight = (): Stop => {
  let leave: (() => void) | null = null;
  const follow = (): void => {
    const inSight = document.visibilityState === 'visible';
    if (inSight === (leave !== null)) return;
    leave?.();
    leave = null;
    if (!inSight) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    leave = resolve;
    void locks()?.request(IN_SIGHT, { mode: 'shared' }, () => promise);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    leave?.();
  };
};

/** Whether any page of the site is visible. */
export const isSomePageInSight = async (): Promise<boolean> => {
  const { held = [] } = (await locks()?.query()) ?? {};
  return held.some(({ name }) => name === IN_SIGHT);
};

/** Whether this page notifies about a message; of several open pages, one does. */
export const claimNotice = (messageId: string): Promise<boolean> => {
  const manager = locks();
  if (manager === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    void manager.request(`chat-notice-${messageId}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null
        ? undefined
        : new Promise<void>((release) => void setTimeout(release, CLAIM_MS));
    });
  });
};
