/**
 * Wraps an event handler so that its errors go to `onError`. An error thrown by a handler itself
 * would end the process, whatever connection it was about.
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
