interface ModuleInfo {
  readonly isEntry: boolean;
  /** Modules that import it statically. */
  readonly importers: readonly string[];
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

/**
 * Names the chunk of all that the first route stands on: what the entry reaches without a dynamic
 * import. What only lazy code imports stays with that code, however many parts of it do.
 */
export const firstRouteChunk =
  (name: string) =>
  (id: string, context: ChunkingContext): string | null => {
    const isEntry = (module: string) => context.getModuleInfo(module)?.isEntry === true;
    // The page and its script stay an entry: Vite leaves one that only imports out of the manifest.
    if (isEntry(id) || context.getModuleInfo(id)?.importers.some(isEntry) === true) return null;
    const visited = new Set([id]);
    // Modules found on the way up are visited in turn.
    for (const one of visited) {
      if (isEntry(one)) return name;
      for (const importer of context.getModuleInfo(one)?.importers ?? []) visited.add(importer);
    }
    return null;
  };
