import type { Reporter } from 'vitest/node';

/** Reports tests that passed only at CI's second try, because each is an error to find. */
export const reportFlaky: Reporter = {
  onTestRunEnd(modules) {
    const flaky = modules
      .flatMap(({ children }) => [...children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky === true);
    for (const { module, fullName } of flaky) {
      process.stdout.write(`flaky: ${module.relativeModuleId} > ${fullName}\n`);
    }
  },
};
