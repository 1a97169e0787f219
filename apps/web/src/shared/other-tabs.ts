// A browser that forbids storage also forbids what tabs share: Firefox without cookies throws for
// channels and locks, Chromium for locks. Each tab then works alone.

interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  close(): void;
}

/** A channel to the other tabs; where the browser forbids it, one that leads nowhere. */
export const openTabChannel = (name: string): TabChannel => {
  try {
    return new BroadcastChannel(name);
  } catch {
    const { port1 } = new MessageChannel();
    port1.close();
    return port1;
  }
};

/** The locks that tabs share; undefined on insecure origins, and where the browser forbids them. */
export const tabLocks = (): LockManager | undefined => {
  try {
    // Throws exactly where locks would reject, which no browser says in advance.
    localStorage.getItem('');
    return navigator.locks;
  } catch {
    return undefined;
  }
};
