import type { Plugin } from 'vite';

const preloaded = [
  // `(await import('./part.ts')).Part`, of which Vite notes which names are used.
  /__vitePreload\(async \(\) => \{\s*const (\{[^}]*\}) = await (import\([^)]*\));\s*return \{[^}]*\};?\s*\}, [^()]*\)/g,
  /__vitePreload\(\(\) => ()(import\([^)]*\)), [^()]*\)/g,
] as const;

/**
 * Writes imports of lazy parts as they stand in the source. Vite wraps each in what preloads the files
 * that the part needs; here that is nothing (`modulePreload`), and forty empty wrappings are 500 bytes
 * of the first route. One that is written otherwise some day stays wrapped and works as well.
 */
export const plainImports = (): Plugin => ({
  name: 'izgodno:plain-imports',
  apply: 'build',
  enforce: 'post',
  renderChunk: (code) =>
    preloaded.reduce((plain, wrapping) => plain.replaceAll(wrapping, '$2'), code),
});
