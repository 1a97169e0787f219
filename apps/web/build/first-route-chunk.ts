import { withImporters, type ChunkingContext } from './with-importers.ts';

/**
 * The index of a package imports these, or a part of a call that the browser leaves out, but only lazy
 * code uses them. Reachability cannot tell, because it does not know what an import names.
 */
const LAZY_PARTS = [
  '/build/modern/useMutation.js',
  '/build/modern/mutationObserver.js',
  '/contract/src/common/normalise.ts',
];

/**
 * Names the chunk of everything that the entry reaches without a dynamic import. A module that only
 * lazy code imports stays with that code, however many lazy parts share it.
 */
export const firstRouteChunk =
  (name: string) =>
  (id: string, context: ChunkingContext): string | null => {
    if (LAZY_PARTS.some((part) => id.endsWith(part))) return null;
    const isEntry = (module: string) => context.getModuleInfo(module)?.isEntry === true;
    // The page and its script stay an entry, because Vite omits an entry that only imports from the
    // manifest.
    if (isEntry(id) || context.getModuleInfo(id)?.importers.some(isEntry) === true) return null;
    for (const one of withImporters(id, context)) if (isEntry(one)) return name;
    return null;
  };
