import { withImporters, type ChunkingContext } from './with-importers.ts';

/** Every part that queries imports the index that names these. */
export const MUTATIONS = ['/build/modern/useMutation.js', '/build/modern/mutationObserver.js'];

export interface PageKind {
  /** Lazy modules that its pages load at start. */
  readonly modules: readonly string[];
  /** Kinds whose pages load all of this kind too. */
  readonly within?: readonly string[];
}

/**
 * Names a chunk for the modules that lazy parts share and that the same kinds of pages load at
 * start, so that a page loads few files and nothing that it does not need. What one lazy part has
 * alone stays with it.
 */
export const pageChunks =
  (kinds: Readonly<Record<string, PageKind>>) =>
  (id: string, context: ChunkingContext): string | null => {
    const isLazy = (module: string) =>
      (context.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0;
    if (isLazy(id) || MUTATIONS.some((part) => id.endsWith(part))) return null;
    const lazy = [...withImporters(id, context)].filter(isLazy);
    if (lazy.length < 2) return null;
    const found = Object.entries(kinds).filter(([, { modules }]) =>
      modules.some((module) => lazy.some((one) => one.endsWith(module))),
    );
    const covered = new Set(found.flatMap(([, { within = [] }]) => within));
    const names = found.map(([name]) => name).filter((name) => !covered.has(name));
    return names.length === 0 ? null : names.join('-');
  };
