import units from './vitest.config.ts';

/** The long tests of `npm run drills`, which `npm test` leaves out. */
export default {
  ...units,
  test: {
    ...units.test,
    projects: ['apps/server/vitest.drills.config.ts', 'scripts/vitest.drills.config.ts'],
  },
};
