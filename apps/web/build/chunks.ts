/** The parts of an output file that the plugins use. */
export interface Output {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
}

interface Chunk extends Output {
  readonly facadeModuleId: string | null;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
}

const isChunk = (output: Output): output is Chunk => output.type === 'chunk';

/**
 * The names of the files that these lazy modules need, each once; with `start` also those that the
 * application needs to start.
 */
export const filesOf = (
  outputs: readonly Output[],
  modules: readonly string[],
  { start }: { readonly start: boolean },
): ReadonlySet<string> => {
  const chunks = new Map(outputs.filter(isChunk).map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = chunks.get(fileName);
    if (chunk === undefined || found.has(fileName)) return;
    found.add(fileName);
    for (const imported of chunk.imports) add(imported);
  };
  for (const { fileName, isEntry } of chunks.values()) if (start && isEntry) add(fileName);
  for (const module of modules) {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(module),
    );
    if (chunk === undefined) throw new Error(`No chunk of the build begins with ${module}`);
    add(chunk.fileName);
  }
  return found;
};
