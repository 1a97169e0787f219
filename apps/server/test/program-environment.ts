/**
 * The environment of a program of the product that a test starts: nothing of the test runner's,
 * which has settings of its own, but where the compiled modules are (`scripts/compile-cache.ts`).
 */
export const programEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
