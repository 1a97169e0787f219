import { MINUTE_MS } from '@izgodno/contract/common/durations';

/**
 * When a session is about to expire: remaining times, in milliseconds, for a token with the
 * lifetime `lifetimeMs`. A state applies at or below its threshold.
 */
export interface SessionPolicy {
  readonly warning: (lifetimeMs: number) => number;
  readonly critical: (lifetimeMs: number) => number;
  readonly refresh: (lifetimeMs: number) => number;
  /** Whether a refresh needs the stored refresh token or may use the cookie. */
  readonly refreshBy: 'body' | 'cookie';
}

export const absoluteThresholdsMs = {
  warning: 5 * MINUTE_MS,
  critical: 2 * MINUTE_MS,
  refresh: 2 * MINUTE_MS,
} as const;

/** Fractions of the token's lifetime: the alternate tracker of the specification, section 4. */
export const proportionalThresholds = { warning: 0.5, critical: 0.0833, refresh: 0.25 } as const;

export const policyNames = ['absolute', 'proportional'] as const;
export type PolicyName = (typeof policyNames)[number];

export const sessionPolicies: Readonly<Record<PolicyName, SessionPolicy>> = {
  absolute: {
    warning: () => absoluteThresholdsMs.warning,
    critical: () => absoluteThresholdsMs.critical,
    refresh: () => absoluteThresholdsMs.refresh,
    refreshBy: 'body',
  },
  proportional: {
    warning: (lifetimeMs) => lifetimeMs * proportionalThresholds.warning,
    critical: (lifetimeMs) => lifetimeMs * proportionalThresholds.critical,
    refresh: (lifetimeMs) => lifetimeMs * proportionalThresholds.refresh,
    refreshBy: 'cookie',
  },
};
