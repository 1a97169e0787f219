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
    // The entry itself stays one, or the manifest would name none.
    if (context.getModuleInfo(id)?.isEntry === true) return null;
    const visited = new Set([id]);
    // Modules found on the way up are visited in turn.
    for (const one of visited) {
      const module = context.getModuleInfo(one);
      if (module?.isEntry === true) return name;
      for (const importer of module?.importers ?? []) visited.add(importer);
    }
    return null;
  };
