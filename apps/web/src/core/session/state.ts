import type { User } from '@izgodno/contract/accounts/session';

/** One pair of tokens and its user. A refresh creates a new one. */
export interface Session {
  readonly accessToken: string;
  /** Null if only the cookie holds it. */
  readonly refreshToken: string | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Lifetime of the access token when it was issued, in milliseconds. */
  readonly lifetimeMs: number;
  /** Null until the server names the user, if only tokens were stored. */
  readonly user: User | null;
}

/** Why a session ended without the user's request. */
export const endReasons = [
  'expired',
  'refresh-refused',
  'no-refresh-token',
  'invalid-user',
] as const;
export type EndReason = (typeof endReasons)[number];

/**
 * The last refresh of the current session. The cooldown counts from `since`: the start of an
 * attempt, or the success of one that succeeded.
 */
export type Refresh =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      readonly since: number;
      /** The user requested it, so a dialog shows it. */
      readonly asked: boolean;
      /** It repeats a failed refresh, so a visible warning stays. */
      readonly afterFailure: boolean;
      /** The session ran out during sleep; it ends unless this refresh succeeds. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'succeeded'; readonly since: number }
  | { readonly kind: 'failed'; readonly since: number };

interface SignedOut {
  readonly kind: 'signed-out';
  /** The message about the previous session on the sign-in page. */
  readonly notice: EndReason | null;
}
/** Tokens were found in storage; the server has not validated them yet. */
export interface Restoring {
  readonly kind: 'restoring';
  readonly session: Session;
  /**
   * When a refresh was begun because the access token had run out before start-up; null if it is
   * valid.
   */
  readonly refreshingSince: number | null;
}
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly session: Session;
  /** Postponed: the server was unreachable, so the session stays until it responds. */
  readonly validation: 'done' | 'asking' | 'postponed';
  readonly refresh: Refresh;
}
/** The session is over; the page stays until the redirect. */
interface Ended {
  readonly kind: 'ended';
  readonly reason: EndReason;
  /** Whose page stays. */
  readonly user: User | null;
}
/** Navigation is in progress, so that no guard redirects meanwhile. */
interface Leaving {
  readonly kind: 'leaving';
  readonly notice: EndReason | null;
}

export type Phase = SignedOut | Restoring | SignedIn | Ended | Leaving;

/** The message of the toast. */
export type SessionMessage =
  | { readonly kind: 'expires-soon'; readonly minutes: number }
  | { readonly kind: 'refreshing' | 'refreshed' | 'refresh-failed' }
  | { readonly kind: 'welcome-back' | 'account-created' };

export interface SessionState {
  readonly phase: Phase;
  readonly message: SessionMessage | null;
}

/** The contents of storage: shared by all tabs, and authoritative over a tab's memory. */
export type StoredState =
  | { readonly kind: 'session'; readonly session: Session }
  /** `endedBy` is null after a logout and if no user ever signed in. */
  | { readonly kind: 'none'; readonly endedBy: EndReason | null };

export type RefreshOutcome =
  | { readonly kind: 'refreshed'; readonly session: Session }
  | { readonly kind: 'refused' }
  | { readonly kind: 'no-refresh-token' }
  /** No response, or one that does not concern the session; the session may still be valid. */
  | { readonly kind: 'unreachable' }
  /** Another tab has just failed to refresh. */
  | { readonly kind: 'cooling' }
  /** The current tokens come from a refresh at `at`, within the cooldown. */
  | { readonly kind: 'fresh'; readonly at: number };

export type ValidationOutcome =
  | { readonly kind: 'valid'; readonly user: User }
  /** The response names no user: "Invalid user data". */
  | { readonly kind: 'invalid-user' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable' };

export type TimerName = 'message' | 'redirect' | 'refresh';

export type SessionEvent =
  /** Once a second. */
  | { readonly kind: 'tick' }
  /**
   * The stored state, read by the 30 s monitor, when the tab becomes visible, or after another
   * tab's change.
   */
  | { readonly kind: 'monitored'; readonly stored: StoredState }
  | { readonly kind: 'followed'; readonly stored: StoredState }
  | { readonly kind: 'signed-in'; readonly session: Session; readonly registered: boolean }
  | { readonly kind: 'user-changed'; readonly user: User }
  /** A call's response was 401. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'extend-asked' }
  | { readonly kind: 'logout-asked' }
  | { readonly kind: 'login-asked' }
  /** `of` is the access token that the request used. */
  | { readonly kind: 'validated'; readonly of: string; readonly outcome: ValidationOutcome }
  | { readonly kind: 'refresh-settled'; readonly of: string; readonly outcome: RefreshOutcome }
  | { readonly kind: 'timer'; readonly timer: TimerName }
  | { readonly kind: 'arrived' };

export type SessionEffect =
  | { readonly kind: 'validate'; readonly session: Session }
  | { readonly kind: 'refresh'; readonly session: Session; readonly asked: boolean }
  | { readonly kind: 'store'; readonly session: Session }
  /** Leaves the tokens unchanged, because another tab may have newer ones. */
  | { readonly kind: 'store-user'; readonly user: User }
  | { readonly kind: 'clear'; readonly endedBy: EndReason | null }
  /**
   * Revokes the session on the server; does not wait for the response. `asked` marks a user's
   * request.
   */
  | { readonly kind: 'revoke'; readonly session: Session; readonly asked: boolean }
  | { readonly kind: 'go'; readonly to: 'home' | 'login' }
  /** Replaces a timer of the same name. */
  | { readonly kind: 'schedule'; readonly timer: TimerName; readonly afterMs: number };
