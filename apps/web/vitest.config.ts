import { browserTests } from './test/browser-tests.ts';

export default browserTests('web', {
  include: ['src/**/*.browser.test.ts', 'src/**/*.test.tsx'],
  exclude: ['src/app/**'],
});
