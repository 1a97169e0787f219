import path from 'node:path';

const cache = path.join(import.meta.dirname, '../node_modules/.cache');

// Imported for its effect: processes that tests start share the compiled modules of `npm start`,
// because compiling and removing the types takes more than half of a start's processor time.
process.env['NODE_COMPILE_CACHE'] ??= path.join(cache, 'node');
// Else Playwright keeps its own in the temporary folder, by one name for all copies of the
// repository, and leaves it there. Playwright reads this when it is loaded, before any configuration.
process.env['PLAYWRIGHT_TRANSFORM_CACHE_DIR'] ??= path.join(cache, 'playwright');
