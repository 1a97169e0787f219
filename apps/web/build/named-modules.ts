import type { Plugin } from 'vite';

export interface NamedModules {
  /** Ends of the paths of modules that the application loads lazily. */
  readonly lazy: readonly string[];
  /** Ends of the paths of other modules. */
  readonly others: readonly string[];
}

/** The names with which no path of a module ends. */
const without = (names: readonly string[], modules: readonly string[]): readonly string[] =>
  names.filter((name) => !modules.some((id) => id.endsWith(name)));

/**
 * Fails the build if it lacks a module that its configuration names, or no longer loads it lazily.
 * The functions that name chunks would find nothing by that name, and pages would load more files.
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
      this.error(
        `The build lacks these modules, or does not load them lazily: ${missing.join(', ')}`,
      );
  },
});
