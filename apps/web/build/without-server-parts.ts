import type { ESTree, Plugin } from 'vite';

const CONTRACT = '/packages/contract/src/';
/** What a call's description says to the server and its documents: the browser never reads it. */
const FOR_SERVER = new Set(['summary', 'access', 'limit', 'audit']);

/** The descriptions of calls that a module exports: what it gives `defineCall`. */
const describedCalls = (program: ESTree.Program): readonly ESTree.ObjectExpression[] =>
  program.body
    .flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations
        : [],
    )
    .flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return [];
      const [call] = init.arguments;
      return init.callee.name === 'defineCall' && call?.type === 'ObjectExpression' ? [call] : [];
    });

/** Leaves out of each call's description what the browser has no use for. */
export const withoutServerParts = (): Plugin => ({
  name: 'izgodno:without-server-parts',
  apply: 'build',
  transform: {
    filter: { code: 'defineCall(' },
    handler(code, id) {
      if (!id.includes(CONTRACT)) return null;
      const parts = describedCalls(this.parse(code))
        .flatMap(({ properties }) => properties)
        .filter(
          (property) =>
            property.type === 'Property' &&
            property.key.type === 'Identifier' &&
            FOR_SERVER.has(property.key.name),
        );
      // From the last one on, so that the places of those before it hold.
      const shorter = parts.reduceRight(
        (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
        code,
      );
      return { code: shorter, map: null };
    },
  },
});
