import { withImporters, type ChunkingContext } from './with-importers.ts';

/** Every part that queries imports the index that names these. */
export const MUTATIONS = ['/build/modern/useMutation.js', '/build/modern/mutationObserver.js'];

interface PageKind<Kind extends string> {
  /** Lazy modules that its pages load at start. */
  readonly modules: readonly string[];
  /** Kinds whose pages load all of this kind too. */
  readonly within?: readonly Kind[];
}

/**
 * Names a chunk for the modules that lazy parts share and that the same kinds of pages load at
 * start, so that a page loads few files and nothing that it does not need. What one lazy part has
 * alone stays with it.
 */
export const pageChunks =
  <Kind extends string>(kinds: Readonly<Record<Kind, PageKind<NoInfer<Kind>>>>) =>
  (id: string, context: ChunkingContext): string | null => {
    const isLazy = (module: string) =>
      (context.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0;
    if (isLazy(id) || MUTATIONS.some((part) => id.endsWith(part))) return null;
    const lazy = [...withImporters(id, context)].filter(isLazy);
    if (lazy.length < 2) return null;
    const found = Object.entries<PageKind<Kind>>(kinds).filter(([, { modules }]) =>
      modules.some((module) => lazy.some((one) => one.endsWith(module))),
    );
    const covered = new Set<string>(found.flatMap(([, { within = [] }]) => within));
    const names = found.map(([name]) => name).filter((name) => !covered.has(name));
    return names.length === 0 ? null : names.join('-');
  };
