import type { KeyValues } from '#shared/storage.ts';
import type { Unsubscribe } from '#shared/store.ts';
import type { RefreshOutcome, Session, ValidationOutcome } from './state.ts';

interface SessionClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  readonly every: (ms: number, run: () => void) => Unsubscribe;
}

/** The server. Failures are outcomes, never rejected promises. */
export interface SessionServer {
  /** `attempt` is the id that repetitions of this refresh share. */
  readonly refresh: (refreshToken: string | null, attempt: string) => Promise<RefreshOutcome>;
  readonly validate: () => Promise<ValidationOutcome>;
  /**
   * Reads the stored token before it returns; does not wait for the response. What the device stores
   * is erased only if the user `asked` to sign out.
   */
  readonly revoke: (session: Session, asked: boolean) => void;
}

interface SessionNavigator {
  /** Both resolve when the page is reached. */
  readonly home: () => Promise<void>;
  /**
   * Stores the current page as the return path; on sign-in and registration, keeps the one stored
   * before.
   */
  readonly login: () => Promise<void>;
}

/** Events from outside the session: each takes a listener and returns its unsubscribe function. */
interface SessionSignals {
  /** A call's response was 401. */
  readonly unauthorized: (listener: () => void) => Unsubscribe;
  /** Another tab changed the storage. */
  readonly stored: (listener: () => void) => Unsubscribe;
  /** The page is visible again, also after sleep. */
  readonly awake: (listener: () => void) => Unsubscribe;
}

/**
 * Runs one task at a time across all tabs. Rejects without running if the lock is not acquired
 * within `patienceMs`.
 */
export type TabLock = (patienceMs: number, run: () => Promise<void>) => Promise<void>;

export interface SessionPorts {
  readonly clock: SessionClock;
  readonly storage: KeyValues;
  readonly server: SessionServer;
  readonly navigator: SessionNavigator;
  readonly signals: SessionSignals;
  readonly lock: TabLock;
}
