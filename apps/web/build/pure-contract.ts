import type { ESTree, Plugin } from 'vite';

const CONTRACT = '/packages/contract/src/';

/** The calls that give a module's constants their values. */
const constantCalls = (program: ESTree.Program): readonly ESTree.CallExpression[] =>
  program.body
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .flatMap((declaration) =>
      declaration?.type === 'VariableDeclaration' ? declaration.declarations : [],
    )
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));

/**
 * Marks the constants of the contract as free of side effects. Otherwise the browser would create
 * the schemas that only the server uses: a bundler cannot know that `z.string().check(…)` does
 * nothing else.
 */
export const pureContract = (): Plugin => ({
  name: 'izgodno:pure-contract',
  apply: 'build',
  transform: {
    filter: { code: 'z.' },
    handler(code, id) {
      if (!id.includes(CONTRACT)) return null;
      // Starts with the last call, so that the offsets of earlier ones stay valid.
      const marked = constantCalls(this.parse(code)).reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
        code,
      );
      return { code: marked, map: null };
    },
  },
});
