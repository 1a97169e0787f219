import { MUTATIONS } from './page-chunks.ts';
import { withImporters, type ChunkingContext } from './with-importers.ts';

/**
 * The index of a package imports these, or a part of a call that the browser leaves out, but only lazy
 * code uses them. Reachability cannot tell, because it does not know what an import names.
 */
export const LAZY_PARTS = [...MUTATIONS, '/contract/src/common/normalise.ts'];

const isLazyPart = (id: string): boolean => LAZY_PARTS.some((part) => id.endsWith(part));

interface SharedPart {
  /** A lazy module that most pages load with the entry. */
  readonly part: string;
  /** The lazy modules of the pages that do not load it. */
  readonly others: readonly string[];
}

/**
 * Names the chunk of everything that the entry reaches without a dynamic import, or both the part
 * and the others. A module that only other lazy code imports stays with that code, however many
 * lazy parts share it.
 */
export const firstRouteChunk =
  (name: string, { part, others }: SharedPart) =>
  (id: string, context: ChunkingContext): string | null => {
    if (isLazyPart(id)) return null;
    const isEntry = (module: string) => context.getModuleInfo(module)?.isEntry === true;
    // The page and its script stay an entry, because Vite omits an entry that only imports from the
    // manifest.
    if (isEntry(id) || context.getModuleInfo(id)?.importers.some(isEntry) === true) return null;
    const reaching = [...withImporters(id, context)];
    const isReachedBy = (module: string) => reaching.some((one) => one.endsWith(module));
    return reaching.some(isEntry) || (isReachedBy(part) && others.some(isReachedBy)) ? name : null;
  };

/** Names the chunk of what a lazy module reaches without a dynamic import. */
export const partChunk =
  (name: string, part: string) =>
  (id: string, context: ChunkingContext): string | null => {
    if (isLazyPart(id)) return null;
    for (const one of withImporters(id, context)) if (one.endsWith(part)) return name;
    return null;
  };
