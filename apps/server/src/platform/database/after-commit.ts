type Action = () => void | Promise<void>;
type Actions = Map<string, Action>;

const actionsOf = new WeakMap<object, Actions>();

/**
 * Runs an action, and waits for it, once after the transaction has committed, and never if it is rolled back; of
 * actions with one key only the last.
 */
export const afterCommit = (transaction: object, key: string, action: Action): void => {
  const actions = actionsOf.get(transaction);
  if (actions === undefined) throw new Error('afterCommit needs a transaction of openDatabase');
  actions.set(key, action);
};

/** Runs a transaction and, after its commit, the actions of `afterCommit`. */
export const runWithActions = async <Tx extends object, Result>(
  execute: (work: (transaction: Tx) => Promise<Result>) => Promise<Result>,
  work: (transaction: Tx) => Promise<Result>,
): Promise<Result> => {
  const actions: Actions = new Map();
  const result = await execute((transaction) => {
    actionsOf.set(transaction, actions);
    return work(transaction);
  });
  for (const action of actions.values()) await action();
  return result;
};
