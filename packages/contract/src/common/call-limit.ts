/** One bound on how often a call is made: `tries` in `windowMs` for each account or network. */
export interface CallRate {
  readonly key: 'account' | 'network';
  readonly tries: number;
  readonly windowMs: number;
}

/** What one caller may ask of a call. */
export interface CallLimit {
  /** Units taken from the caller's budget, which all calls share: 1 for a cheap read, 0 for what our own machines ask. */
  readonly cost: number;
  /** Bounds of this call alone. Every call that writes has one. */
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
