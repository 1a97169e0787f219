import type { ESTree, Plugin } from 'vite';

const CONTRACT = '/packages/contract/src/';
/** Properties of a call's description that only the server and its documents use. A form checks its
 * values by a call's `body`. */
const FOR_SERVER = new Set([
  'params',
  'query',
  'summary',
  'access',
  'limit',
  'audit',
  'scope',
  'errors',
  'rejection',
]);

/** The call descriptions of a module: the arguments of `defineCall`. */
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

/** Removes the properties that the browser does not use from each call's description. */
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
      // Starts with the last part, so that the offsets of earlier parts stay valid.
      const shorter = parts.reduceRight(
        (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
        code,
      );
      return { code: shorter, map: null };
    },
  },
});
