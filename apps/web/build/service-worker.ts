import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/** The parts of an output file that this plugin uses. */
interface Output {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
}

interface Chunk extends Output {
  readonly facadeModuleId: string | null;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
}

export interface ServiceWorkerOptions {
  /** The entry module of the worker. */
  readonly entry: string;
  /** Lazy modules that must also work offline. */
  readonly modules: readonly string[];
  /** Files of the public folder to precache. */
  readonly files: readonly string[];
}

const isChunk = (output: Output): output is Chunk => output.type === 'chunk';

/** The files that the application needs to start and to show those modules. */
const shellOf = (outputs: readonly Output[], modules: readonly string[]): readonly string[] => {
  const chunks = new Map(outputs.filter(isChunk).map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = chunks.get(fileName);
    if (chunk === undefined || found.has(fileName)) return;
    found.add(fileName);
    for (const imported of chunk.imports) add(imported);
  };
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) add(fileName);
  for (const module of modules) {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(module),
    );
    if (chunk === undefined) throw new Error(`No chunk of the build begins with ${module}`);
    add(chunk.fileName);
  }
  for (const { fileName } of outputs) if (/\.(?:css|woff2)$/.test(fileName)) found.add(fileName);
  return [...found].map((fileName) => `/${fileName}`).toSorted();
};

/**
 * Builds the service worker: one file without a digest in its name, which lists the files to
 * precache. Its content changes with that list, so browsers detect a new version.
 */
export const serviceWorker = ({ entry, modules, files }: ServiceWorkerOptions): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'izgodno:service-worker',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async writeBundle(_options, bundle) {
      const shell = [...shellOf(Object.values(bundle), modules), ...files];
      const digest = createHash('sha256').update(shell.join('\n'));
      for (const file of files) digest.update(await readFile(path.join(config.publicDir, file)));
      const version = digest.digest('hex').slice(0, 16);
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        publicDir: false,
        define: { __SHELL__: JSON.stringify({ version, files: shell }) },
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
