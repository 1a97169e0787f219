/**
 * The environment of a program of the product that a test starts: nothing of the test runner's,
 * which has settings of its own, but where the compiled modules are (`scripts/compile-cache.ts`), and
 * the temporary folder, by which what a killed run left is found (`scripts/clean-up.ts`).
 */
export const programEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
