import path from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { FIRST_VIEW_MODULE } from '@izgodno/contract/site/first-view';
import { filesOf } from './chunks.ts';
import { compileTexts } from './compile-texts.ts';

export interface FirstViewOptions {
  /** The entry module. */
  readonly entry: string;
  /** Lazy modules that each page loads first, by language and page. */
  readonly modules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/**
 * Builds the module that renders first views on the server, with the names of the files that each
 * page loads first.
 */
export const firstView = ({ entry, modules }: FirstViewOptions): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'izgodno:first-view',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async writeBundle(_options, bundle) {
      const files = mapValues(modules, (pages) =>
        mapValues(pages, (names) =>
          [...filesOf(Object.values(bundle), names, { start: false })].map((file) => `/${file}`),
        ),
      );
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        publicDir: false,
        plugins: [compileTexts()],
        define: {
          __FIRST_FILES__: JSON.stringify(files),
          'process.env.NODE_ENV': JSON.stringify('production'),
        },
        // One file that needs no packages beside it.
        ssr: { noExternal: true },
        build: {
          ssr: path.join(config.root, entry),
          outDir: path.join(config.build.outDir, path.dirname(FIRST_VIEW_MODULE)),
          emptyOutDir: false,
          rolldownOptions: { output: { entryFileNames: path.basename(FIRST_VIEW_MODULE) } },
        },
      });
    },
  };
};
