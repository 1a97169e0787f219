import type { ESTree, Plugin } from 'vite';

/**
 * Properties of a call's description that only the server and its documents use. `body` is not one
 * of them, because forms check their values by it.
 */
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

/** The parts of a call's description, the argument of `defineCall`, that the browser does not use. */
const serverParts = ({ callee, arguments: [call] }: ESTree.CallExpression) =>
  callee.type === 'Identifier' && callee.name === 'defineCall' && call?.type === 'ObjectExpression'
    ? call.properties.filter(
        (property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          FOR_SERVER.has(property.key.name),
      )
    : [];

/**
 * Removes what the browser does not use from the contract: properties of each call's description,
 * and constants. A bundler drops a constant only if its value has no side effects, and cannot know
 * that `z.string().check(…)` has none, so each value is marked as free of them.
 */
export const withoutServerParts = (): Plugin => ({
  name: 'izgodno:without-server-parts',
  apply: 'build',
  transform: {
    filter: { id: '**/packages/contract/src/**' },
    handler(code) {
      // Edits start with the last part, so that the offsets of earlier parts stay valid.
      const shorter = constantCalls(this.parse(code)).reduceRight((text, call) => {
        const value = serverParts(call).reduceRight(
          (rest, { start, end }) =>
            rest.slice(0, start - call.start) + rest.slice(end - call.start).replace(/^\s*,/, ''),
          text.slice(call.start, call.end),
        );
        return `${text.slice(0, call.start)}/* @__PURE__ */ (() => ${value})()${text.slice(call.end)}`;
      }, code);
      return { code: shorter, map: null };
    },
  },
});
