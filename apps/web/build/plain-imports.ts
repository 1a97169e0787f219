import type { Plugin } from 'vite';

const preloaded = [
  // `(await import('./part.ts')).Part`: Vite records which names are used.
  /__vitePreload\(async \(\) => \{\s*const (\{[^}]*\}) = await (import\([^)]*\));\s*return \{[^}]*\};?\s*\}, [^()]*\)/g,
  /__vitePreload\(\(\) => ()(import\([^)]*\)), [^()]*\)/g,
] as const;

const HELPER = '\0vite/preload-helper.js';

/**
 * Writes lazy imports as the source has them. Vite wraps each in a preload of the files that the
 * part needs. Here that list is empty (`modulePreload`), and forty empty wrappers cost 500 bytes of
 * the first route; so would the code that preloads. An import in another form stays wrapped and works too.
 */
export const plainImports = (): Plugin => ({
  name: 'izgodno:plain-imports',
  apply: 'build',
  enforce: 'post',
  transform: (_code, id) =>
    id === HELPER ? 'export const __vitePreload = (load) => load();' : null,
  renderChunk: (code) =>
    preloaded.reduce((plain, wrapping) => plain.replaceAll(wrapping, '$2'), code),
});
