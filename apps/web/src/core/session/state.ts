import type { User } from '@izgodno/contract/accounts/session';

/** One pair of tokens and whom they speak for. A refresh makes a new one. */
export interface Session {
  readonly accessToken: string;
  /** Null where only the cookie carries it. */
  readonly refreshToken: string | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** How long the access token lived when it was given, in milliseconds. */
  readonly lifetimeMs: number;
  /** Null where the tokens alone were stored, until the server has said. */
  readonly user: User | null;
}

/** Why a session ended without anybody asking for it. */
export const endReasons = [
  'expired',
  'refresh-refused',
  'no-refresh-token',
  'invalid-user',
] as const;
export type EndReason = (typeof endReasons)[number];

/** The last refresh of the session at hand. `since` is what the cooldown counts from: the beginning of an
 * attempt, and the success of one that succeeded. */
export type Refresh =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      readonly since: number;
      /** A person asked for it, so it shows as a dialog. */
      readonly asked: boolean;
      /** It repeats one that failed, so a warning in sight stays. */
      readonly afterFailure: boolean;
    }
  | { readonly kind: 'succeeded'; readonly since: number }
  | { readonly kind: 'failed'; readonly since: number };

interface SignedOut {
  readonly kind: 'signed-out';
  /** What the sign-in page tells about the session before. */
  readonly notice: EndReason | null;
}
/** Tokens were found in storage, and the server has not yet said whom they speak for. */
export interface Restoring {
  readonly kind: 'restoring';
  readonly session: Session;
}
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly session: Session;
  /** Postponed: the server could not be asked, and the session stands until it can. */
  readonly validation: 'done' | 'asking' | 'postponed';
  readonly refresh: Refresh;
}
/** The session is over; the page stands until the redirect is due. */
interface Ended {
  readonly kind: 'ended';
  readonly reason: EndReason;
}
/** On the way to another page, so that no guard sends the person elsewhere meanwhile. */
interface Leaving {
  readonly kind: 'leaving';
  readonly notice: EndReason | null;
}

export type Phase = SignedOut | Restoring | SignedIn | Ended | Leaving;

/** What the toast says. */
export type SessionMessage =
  | { readonly kind: 'expires-soon'; readonly minutes: number }
  | { readonly kind: 'refreshing' | 'refreshed' | 'refresh-failed' }
  | { readonly kind: 'welcome-back' | 'account-created' };

export interface SessionState {
  readonly phase: Phase;
  readonly message: SessionMessage | null;
}

/** What lies in storage: shared by all tabs, and the truth where it differs from a tab's memory. */
export type StoredState =
  | { readonly kind: 'session'; readonly session: Session }
  /** `endedBy` is null after a logout, and where nobody ever signed in. */
  | { readonly kind: 'none'; readonly endedBy: EndReason | null };

export type RefreshOutcome =
  | { readonly kind: 'refreshed'; readonly session: Session }
  | { readonly kind: 'refused' }
  | { readonly kind: 'no-refresh-token' }
  /** No answer, or one that says nothing about the session: it may still be good. */
  | { readonly kind: 'unreachable' }
  /** Another tab has just tried in vain. */
  | { readonly kind: 'cooling' }
  /** The tokens at hand were made by a refresh at `at`, within the cooldown. */
  | { readonly kind: 'fresh'; readonly at: number };

export type ValidationOutcome =
  | { readonly kind: 'valid'; readonly user: User }
  /** The answer names no user: "Invalid user data". */
  | { readonly kind: 'invalid-user' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable' };

export type TimerName = 'message' | 'redirect';

export type SessionEvent =
  /** Once a second. */
  | { readonly kind: 'tick' }
  /** The 30 s monitor, a tab come back to sight, or another tab's change: what storage says now. */
  | { readonly kind: 'monitored'; readonly stored: StoredState }
  | { readonly kind: 'followed'; readonly stored: StoredState }
  | { readonly kind: 'signed-in'; readonly session: Session; readonly registered: boolean }
  | { readonly kind: 'user-changed'; readonly user: User }
  /** A call was answered with 401. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'extend-asked' }
  | { readonly kind: 'logout-asked' }
  | { readonly kind: 'login-asked' }
  /** `of` is the access token that the question was asked with. */
  | { readonly kind: 'validated'; readonly of: string; readonly outcome: ValidationOutcome }
  | { readonly kind: 'refresh-settled'; readonly of: string; readonly outcome: RefreshOutcome }
  | { readonly kind: 'timer'; readonly timer: TimerName }
  | { readonly kind: 'arrived' };

export type SessionEffect =
  | { readonly kind: 'validate'; readonly session: Session }
  | { readonly kind: 'refresh'; readonly session: Session; readonly asked: boolean }
  | { readonly kind: 'store'; readonly session: Session }
  /** Leaves the tokens alone: another tab may have newer ones. */
  | { readonly kind: 'store-user'; readonly user: User }
  | { readonly kind: 'clear'; readonly endedBy: EndReason | null }
  /** Tells the server; nothing waits for its answer. */
  | { readonly kind: 'revoke'; readonly session: Session }
  | { readonly kind: 'go'; readonly to: 'home' | 'login' }
  /** Replaces a timer of the same name. */
  | { readonly kind: 'schedule'; readonly timer: TimerName; readonly afterMs: number };
