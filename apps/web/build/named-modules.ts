import type { Plugin } from 'vite';

export interface NamedModules {
  /** The ends of the paths of modules that the application loads lazily. */
  readonly lazy: readonly string[];
  /** Those of other modules. */
  readonly others: readonly string[];
}

/** Those of the names by which none of the modules ends. */
const without = (names: readonly string[], modules: readonly string[]): readonly string[] =>
  names.filter((name) => !modules.some((id) => id.endsWith(name)));

/**
 * Fails the build if it lacks a module that its configuration names, or no longer loads it lazily.
 * The functions that name chunks would only find nothing by that name, and a page would load more.
 */
export const namedModules = ({ lazy, others }: NamedModules): Plugin => ({
  name: 'izgodno:named-modules',
  apply: 'build',
  buildEnd(error) {
    if (error !== undefined) return;
    const all = [...this.getModuleIds()];
    const lazyOnes = all.filter((id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0);
    const missing = [...without(others, all), ...without(lazy, lazyOnes)];
    if (missing.length > 0)
      this.error(`The build names modules that it does not load so: ${missing.join(', ')}`);
  },
});
