interface ModuleInfo {
  readonly isEntry: boolean;
  /** Modules that import this one statically. */
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** What the bundler tells a function that names chunks. */
export interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** A module, and all that reach it without a dynamic import, the nearest first. */
export const withImporters = function* (id: string, context: ChunkingContext): Generator<string> {
  const visited = new Set([id]);
  // The loop also visits modules that are added while it runs.
  for (const one of visited) {
    yield one;
    for (const importer of context.getModuleInfo(one)?.importers ?? []) visited.add(importer);
  }
};
