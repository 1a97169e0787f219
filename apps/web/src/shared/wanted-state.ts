/**
 * What the user wants a state on the server to be, and what the server has. Sent is what one request
 * brings: a second one beside it could arrive first, and the older choice would stay.
 */
export interface WantedState<Value> {
  /** The last value that the server confirmed. */
  readonly confirmed: Value;
  readonly wanted: Value;
  readonly sent: Value;
}

/** The outcome of a request: the stored value, or a failure. */
type Outcome<Value> = { readonly stored: Value } | 'failed';

/** Starts with a first choice, which is to be sent. */
const begin = <Value>(confirmed: Value, wanted: Value): WantedState<Value> => ({
  confirmed,
  wanted,
  sent: wanted,
});

/**
 * The state after a request, and whether the latest choice is to be sent now. After a failure only a
 * newer choice is, even if it is the confirmed one: the failed request may have reached the server.
 */
const settle = <Value>(
  { confirmed, wanted, sent }: WantedState<Value>,
  outcome: Outcome<Value>,
): { readonly state: WantedState<Value>; readonly sends: boolean } => {
  const known = outcome === 'failed' ? confirmed : outcome.stored;
  const isNewer = wanted !== sent;
  if (isNewer && (outcome === 'failed' || wanted !== known))
    return { state: { confirmed: known, wanted, sent: wanted }, sends: true };
  return { state: { confirmed: known, wanted: known, sent: known }, sends: false };
};

interface Choice<Value> {
  /** What the user chooses from: the server has it, unless an earlier choice is on its way. */
  readonly from: Value;
  readonly to: Value;
  readonly show: (value: Value) => void;
  /** Returns what the server has then. Throws if it has not stored the value. */
  readonly send: (value: Value) => Promise<Value>;
}

/**
 * Returns a function that takes the user's choices by key: each is shown at once, and one request of
 * a key runs at a time, the next with the latest choice. It returns what the server has at the end,
 * or null to all choices but the first, whose call sends theirs as well. Throws the failure of the
 * last request, after the confirmed value is shown again.
 */
export const wantedStates = <Value>() => {
  const states = new Map<string, WantedState<Value>>();

  return async (key: string, { from, to, show, send }: Choice<Value>): Promise<Value | null> => {
    show(to);
    const running = states.get(key);
    states.set(key, running === undefined ? begin(from, to) : { ...running, wanted: to });
    if (running !== undefined) return null;
    const next = async (state: WantedState<Value>): Promise<Value> => {
      let outcome: Outcome<Value> = 'failed';
      let failure: unknown;
      try {
        outcome = { stored: await send(state.sent) };
      } catch (error) {
        failure = error;
      }
      const { state: settled, sends } = settle(states.get(key) ?? state, outcome);
      states.set(key, settled);
      if (sends) return next(settled);
      states.delete(key);
      show(settled.confirmed);
      if (outcome === 'failed') throw failure;
      return settled.confirmed;
    };
    return next(begin(from, to));
  };
};
