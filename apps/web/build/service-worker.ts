import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { filesOf, type Output } from './chunks.ts';
import { browserSchemas } from './browser-schemas.ts';

export interface ServiceWorkerOptions {
  /** The entry module of the worker. */
  readonly entry: string;
  /** Lazy modules that must also work offline. */
  readonly modules: readonly string[];
  /** Lazy modules of the chat, which the worker stores once a page asks for them. */
  readonly chatModules: readonly string[];
  /** Files of the public folder to precache. */
  readonly files: readonly string[];
}

/** The files that the application needs to start and to show those modules. */
const shellOf = (outputs: readonly Output[], modules: readonly string[]): readonly string[] => {
  const styles = outputs
    .map(({ fileName }) => fileName)
    .filter((name) => /\.(?:css|woff2)$/.test(name));
  return [...filesOf(outputs, modules, { start: true }), ...styles]
    .map((fileName) => `/${fileName}`)
    .toSorted();
};

/**
 * Builds the service worker: one file without a digest in its name, which lists the files to
 * precache. Its content changes with that list, so browsers detect a new version.
 */
export const serviceWorker = (options: ServiceWorkerOptions): Plugin => {
  const { entry, modules, chatModules, files } = options;
  let config: ResolvedConfig;
  return {
    name: 'izgodno:service-worker',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async writeBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const shell = [...shellOf(outputs, modules), ...files];
      const chatFiles = shellOf(outputs, chatModules).filter((file) => !shell.includes(file));
      const digest = createHash('sha256').update([...shell, ...chatFiles].join('\n'));
      for (const file of files) digest.update(await readFile(path.join(config.publicDir, file)));
      const version = digest.digest('hex').slice(0, 16);
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        publicDir: false,
        plugins: [browserSchemas()],
        define: { __SHELL__: JSON.stringify({ version, files: shell, chatFiles }) },
        build: {
          outDir: config.build.outDir,
          emptyOutDir: false,
          target: config.build.target,
          rolldownOptions: {
            input: path.join(config.root, entry),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
};
