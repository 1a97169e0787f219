import path from 'node:path';

// Imported for its effect: processes that tests start share the compiled modules of `npm start`,
// because compiling and removing the types takes more than half of a start's processor time.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '../node_modules/.cache/node');
