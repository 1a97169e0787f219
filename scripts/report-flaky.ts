import type { Reporter } from 'vitest/node';

/** Names the tests that passed only when CI tried them once more: each is a fault to find. */
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
