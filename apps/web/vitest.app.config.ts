import { browserTests } from './test/browser-tests.ts';

/** The tests of whole pages, which take as long as all others, have a browser of their own. */
export default browserTests('web-app', { include: ['src/app/**/*.test.{ts,tsx}'] });
