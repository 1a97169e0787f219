/** A rate limit of a call: `tries` in `windowMs` for each account or network. */
export interface CallRate {
  readonly key: 'account' | 'network';
  readonly tries: number;
  readonly windowMs: number;
}

/** The limits of a call for one caller. */
export interface CallLimit {
  /**
   * Units subtracted from the caller's budget, which all calls share: 1 for a cheap read, 0 for
   * calls of our own machines.
   */
  readonly cost: number;
  /** Rate limits of this call alone. Every call that writes has one. */
  readonly rates?: readonly CallRate[];
}

export const perAccount = (tries: number, windowMs: number): CallRate => ({
  key: 'account',
  tries,
  windowMs,
});

export const perNetwork = (tries: number, windowMs: number): CallRate => ({
  key: 'network',
  tries,
  windowMs,
});
