import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

export const root = path.resolve(import.meta.dirname, '..');

const namesSchema = z.optional(z.record(z.string(), z.string()));
const entrySchema = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  os: z.optional(z.unknown()),
  cpu: z.optional(z.unknown()),
  dependencies: namesSchema,
  devDependencies: namesSchema,
  optionalDependencies: namesSchema,
  peerDependencies: namesSchema,
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });

type Entry = z.infer<typeof entrySchema>;

/** A package from the registry that runs in the product: on the server, or in the browser. */
export interface ShippedPackage {
  /** Path within the repository, such as `node_modules/pg`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its package.json, if there is one. */
  readonly license: string | undefined;
  /** Subresource integrity: `sha512-…`. */
  readonly integrity: string | undefined;
  /** Whether npm installs it on some platforms only. */
  readonly isForOnePlatform: boolean;
  /** Folders of the packages that it imports. */
  readonly needs: readonly string[];
}

export interface Shipped {
  readonly version: string;
  readonly packages: readonly ShippedPackage[];
  /** Folders of the packages that the product's own code imports. */
  readonly direct: readonly string[];
}

/** The workspaces whose dependencies are installed with the product; `bench` and `e2e` are not. */
const workspaces = ['apps/server', 'apps/web', 'packages/contract'];

/**
 * The packages that the built page contains. They are development dependencies of the page,
 * because the server needs only the built files.
 */
const readBundled = (developed: Readonly<Record<string, string>>): Record<string, string> => {
  const sources = globSync('apps/web/src/**/*.{ts,tsx,css}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
  const imports = ['react/jsx-runtime', ...sources.flatMap((source) => importsOf(source))];
  return Object.fromEntries(
    Object.entries(developed).filter(([name]) =>
      imports.some((it) => it === name || it.startsWith(`${name}/`)),
    ),
  );
};

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:from |import |import\(|url\()['"]([@a-z][^'"]*)['"]/g)].map(
    ([, name = '']) => name,
  );

const MODULES = 'node_modules/';

/** Folders in which Node looks for a package that `folder` imports, nearest first. */
const lookIn = (folder: string): string[] => {
  if (folder === '') return [MODULES];
  const cut = folder.lastIndexOf(`/${MODULES}`);
  return [`${folder}/${MODULES}`, ...lookIn(cut === -1 ? '' : folder.slice(0, cut))];
};

/** Reads from the lock file what runs on the server, and what the built page contains. */
export const readShipped = (): Shipped => {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  );
  const found = new Map<string, ShippedPackage>();
  const waiting: string[] = [];

  const resolve = (folder: string, name: string): string | undefined =>
    lookIn(folder)
      .map((modules) => modules + name)
      .find((candidate) => packages[candidate] !== undefined);

  const needsOf = (folder: string, entry: Entry): string[] =>
    [entry.dependencies, entry.optionalDependencies, entry.peerDependencies]
      .flatMap((names) => Object.keys(names ?? {}))
      .flatMap((name) => resolve(folder, name) ?? [])
      .filter((needed) => packages[needed]?.link !== true);

  const own = packages[''] ?? {};
  const direct = [
    ...needsOf('', { optionalDependencies: own.optionalDependencies }),
    ...workspaces.flatMap((folder) => needsOf(folder, packages[folder] ?? {})),
    ...needsOf('apps/web', {
      dependencies: readBundled(packages['apps/web']?.devDependencies ?? {}),
    }),
  ];
  waiting.push(...direct);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entry = packages[folder];
    if (entry?.version === undefined || found.has(folder)) continue;
    const needs = needsOf(folder, entry);
    found.set(folder, {
      folder,
      name: entry.name ?? folder.slice(folder.lastIndexOf(MODULES) + MODULES.length),
      version: entry.version,
      license: entry.license,
      integrity: entry.integrity,
      isForOnePlatform: entry.os !== undefined || entry.cpu !== undefined,
      needs,
    });
    waiting.push(...needs);
  }
  return {
    version: own.version ?? '0',
    packages: [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
    direct: [...new Set(direct)],
  };
};
