import type { KeyValues } from '#shared/storage.ts';
import type { RefreshOutcome, Session, ValidationOutcome } from './state.ts';

/** Ends what was begun; may be called again. */
export type Stop = () => void;

interface SessionClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly every: (ms: number, run: () => void) => Stop;
}

/** The server. What goes wrong is an outcome here, never a rejected promise. */
export interface SessionServer {
  readonly refresh: (refreshToken: string | null) => Promise<RefreshOutcome>;
  readonly validate: () => Promise<ValidationOutcome>;
  /** Reads the stored token before it returns; nothing waits for the answer. */
  readonly revoke: (session: Session) => void;
}

interface SessionNavigator {
  /** Both settle when the page is reached. */
  readonly home: () => Promise<void>;
  /** Remembers the page that it leaves; on sign-in and registration it stays there. */
  readonly login: () => Promise<void>;
}

/** What happens outside: each takes a listener and returns the end of listening. */
interface SessionSignals {
  /** A call was answered with 401. */
  readonly unauthorized: (listener: () => void) => Stop;
  /** Another tab changed what is stored. */
  readonly stored: (listener: () => void) => Stop;
  /** The page is in sight again, after sleep too. */
  readonly awake: (listener: () => void) => Stop;
}

/**
 * Runs one at a time over all tabs. Rejects without running where its turn does not come within
 * `patienceMs`.
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
