import { defineConfig } from 'vitest/config';

/** The tests of one mutated module, in Node and without a database. */
export default defineConfig({
  test: {
    include: process.env['MUTATION_TESTS']?.split(',') ?? [],
    // A mutant that makes a test hang is ended by the time-out of the mutation run.
    testTimeout: 10_000,
  },
});
