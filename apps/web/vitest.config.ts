import { browserTests } from './test/browser-tests.ts';

export default browserTests('web', {
  include: ['src/**/*.test.{ts,tsx}'],
  exclude: ['src/app/**'],
});
