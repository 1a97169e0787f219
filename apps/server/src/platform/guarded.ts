/**
 * A handler of events whose errors go to `onError`. What a handler throws itself is caught by nothing
 * and ends the process, whatever connection it was about.
 */
export const guarded =
  <Args extends readonly unknown[]>(
    handle: (...args: Args) => void,
    onError: (error: unknown) => void,
  ) =>
  (...args: Args): void => {
    try {
      handle(...args);
    } catch (error) {
      onError(error);
    }
  };
