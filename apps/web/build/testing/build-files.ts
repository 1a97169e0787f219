import path from 'node:path';
import { build, type PluginOption } from 'vite';

const root = path.join(import.meta.dirname, '../../../..');
const CONTRACT = '@izgodno/contract/';

export interface Built {
  /** The code of the file that all modules are built into. */
  readonly code: string;
  /** The module that it is, with the values that the first file exports. */
  readonly run: () => Promise<Readonly<Record<string, unknown>>>;
  readonly css: string;
  /** The code of each module after the plugins, by its path from the folder of the repository. */
  readonly modules: ReadonlyMap<string, string>;
}

/** Builds files that are not on the disk, from the first one, with these plugins. */
export const buildFiles = async (
  plugins: PluginOption,
  files: Readonly<Record<string, string>>,
): Promise<Built> => {
  const [entry = ''] = Object.keys(files);
  const known = new Map(Object.entries(files).map(([file, code]) => [path.join(root, file), code]));
  const modules = new Map<string, string>();
  const output = await build({
    configFile: false,
    root: path.join(root, 'apps/web'),
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'files',
        enforce: 'pre',
        resolveId: (source, importer = '') => {
          const [file = '', query] = source.split('?');
          const found = file.startsWith(CONTRACT)
            ? path.join(root, 'packages/contract/src', `${file.slice(CONTRACT.length)}.ts`)
            : path.resolve(path.dirname(importer), file);
          return known.has(found) ? [found, query].filter(Boolean).join('?') : null;
        },
        load: (id) => known.get(id.split('?')[0] ?? ''),
        moduleParsed: ({ id, code }) => void modules.set(path.relative(root, id), code ?? ''),
      },
      plugins,
    ],
    css: { modules: { generateScopedName: (name) => `${name}_x` } },
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: path.join(root, entry),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  if (!('output' in output)) throw new Error('The build made no bundle');
  const [{ code }, ...others] = output.output;
  const css = others.map((one) => (one.type === 'asset' ? String(one.source) : '')).join('\n');
  const run = (): Promise<Readonly<Record<string, unknown>>> =>
    import(`data:text/javascript,${encodeURIComponent(code)}`);
  return { code, run, css, modules };
};
