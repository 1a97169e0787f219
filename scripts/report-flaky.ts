import type { Reporter } from 'vitest/node';

/** Reports tests that passed only at CI's second try and why, because each is an error to find. */
export const reportFlaky: Reporter = {
  onTestRunEnd(modules) {
    const flaky = modules
      .flatMap(({ children }) => [...children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky === true);
    for (const test of flaky) {
      const errors = test.result().errors?.map(({ message, stack }) => stack ?? message) ?? [];
      const name = `flaky: ${test.module.relativeModuleId} > ${test.fullName}`;
      process.stdout.write(`${[name, ...errors].join('\n')}\n`);
    }
  },
};
