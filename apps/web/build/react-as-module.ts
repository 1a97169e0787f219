import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const PACKAGES = new Set(['react', 'react/jsx-runtime']);
const PREFIX = '\0module:';

const isName = (key: string): boolean => /^[a-z]\w*$/i.test(key) && key !== 'default';

/**
 * Makes React, which is a CommonJS package, a module with named exports. Otherwise each file that
 * uses React looks it up, and each use names it: `(0, react.jsx)(…)`. That costs the files of the
 * chat 1 KB.
 */
export const reactAsModule = (): Plugin => ({
  name: 'izgodno:react-as-module',
  apply: 'build',
  enforce: 'pre',
  // React itself and its DOM require each other as before.
  resolveId: (source, importer, { kind }) =>
    kind === 'import-statement' && PACKAGES.has(source) && importer?.startsWith(PREFIX) !== true
      ? PREFIX + source
      : null,
  load: (id) => {
    if (!id.startsWith(PREFIX)) return null;
    const source = id.slice(PREFIX.length);
    const names = Object.keys(require(source)).filter(isName);
    return [
      `import whole from '${source}';`,
      'export default whole;',
      ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})();`),
    ].join('\n');
  },
});
