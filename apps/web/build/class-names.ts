import type { Plugin } from 'vite';

const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** The class that code takes from a style file. `default` is the object of all, not a class. */
const useOf = (styles: string): string => String.raw`(?<![.\w$])${styles}\['(?!default')(\w+)'\]`;

/** The names of the classes that code takes from a style file; null if it does anything else with it. */
const classesOf = (code: string, styles: string): readonly string[] | null => {
  const mentions = code.match(new RegExp(String.raw`\b${styles}\b(?!/)`, 'g')) ?? [];
  const names = [...code.matchAll(new RegExp(useOf(styles), 'g'))].map(([, name = '']) => name);
  // One mention is the import.
  return names.length === mentions.length - 1 ? [...new Set(names)] : null;
};

/**
 * Imports each class of a style file by its name, so that a file has the classes that it uses, each
 * as a text, without an object of all. A file that computes a class, or has the name of the object in
 * a text, stays as it is. A class that the style file lacks fails the build.
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
            .replaceAll(new RegExp(useOf(styles), 'g'), `${styles}_$1`);
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
