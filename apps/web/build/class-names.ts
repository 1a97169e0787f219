import type { Plugin } from 'vite';

const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** The names of the classes that code takes from a style file; null if it computes one. */
const classesOf = (code: string, styles: string): readonly string[] | null => {
  const uses = [...code.matchAll(new RegExp(String.raw`\b${styles}\b(?!/)(?:\['(\w+)'\])?`, 'g'))];
  const names = uses.slice(1).map(([, name]) => name);
  return names.every((name) => name !== undefined) ? [...new Set(names)] : null;
};

/**
 * Imports each class of a style file by its name, so that a file has the classes that it uses, each
 * as a text, without an object of all.
 */
export const classNames = (): Plugin[] => [
  {
    name: 'izgodno:class-names',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: '**/apps/web/src/**/*.tsx' },
      handler: (code) => {
        let edited = code;
        for (const [line, styles = '', file] of code.matchAll(IMPORT)) {
          const names = classesOf(code, styles);
          if (names === null) continue;
          const imported = names.map((name) => `${name} as ${styles}_${name}`).join(', ');
          edited = edited
            .replace(line, `import { ${imported} } from '${file}';`)
            .replaceAll(new RegExp(String.raw`\b${styles}\['(\w+)'\]`, 'g'), `${styles}_$1`);
        }
        return { code: edited, map: null };
      },
    },
  },
  {
    name: 'izgodno:styles-stay',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      // Once its classes are inlined, nothing imports the file, and its styles would be left out.
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  },
];
