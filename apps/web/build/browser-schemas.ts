import { fileURLToPath } from 'node:url';
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

const LAZY_SCHEMA = JSON.stringify(fileURLToPath(new URL('lazy-schema.ts', import.meta.url)));

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Writes `before` and `after` around an expression that has no side effects. */
const around = (value: ESTree.Node, before: string, after: string): readonly Edit[] => [
  { start: value.start, end: value.start, text: `/* @__PURE__ */ ${before}` },
  { start: value.end, end: value.end, text: after },
];

const whenUsed = (schema: ESTree.Node) => around(schema, 'lazySchema(() => ', ')');

/** Edits of a call's description, the argument of `defineCall`. */
const editsOfDescription = (description: ESTree.ObjectExpression, code: string) =>
  description.properties.flatMap((part): readonly Edit[] => {
    if (part.type !== 'Property' || part.key.type !== 'Identifier') return [];
    if (FOR_SERVER.has(part.key.name)) {
      const comma = /^\s*,/u.exec(code.slice(part.end))?.[0] ?? '';
      return [{ start: part.start, end: part.end + comma.length, text: '' }];
    }
    return part.value.type === 'CallExpression' ? whenUsed(part.value) : [];
  });

const isDefineCall = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'Identifier' && callee.name === 'defineCall';

/** An enumeration costs less than making it later, and the library marks it as free of side effects. */
const isEnum = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  callee.property.name === 'enum';

/** Whether a chain of calls begins with one of Zod's, as `z.string().check(…)`. */
const isOfZod = ({ callee }: ESTree.CallExpression): boolean => {
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  return object.type === 'CallExpression'
    ? isOfZod(object)
    : object.type === 'Identifier' && object.name === 'z';
};

/** Edits of a constant whose value is the result of a call. */
const editsOfConstant = (
  { id, init }: ESTree.VariableDeclarator,
  code: string,
  isContract: boolean,
): readonly Edit[] => {
  if (init?.type !== 'CallExpression' || id.type !== 'Identifier' || isEnum(init)) return [];
  if (id.name.endsWith('Schema') || isOfZod(init)) return whenUsed(init);
  if (!isContract) return [];
  const [description] = isDefineCall(init) ? init.arguments : [];
  return [
    ...around(init, '(() => ', ')()'),
    ...(description?.type === 'ObjectExpression' ? editsOfDescription(description, code) : []),
  ];
};

const CONTRACT = '/packages/contract/src/';

/**
 * Makes schemas when they are first used: the constants that Zod makes or whose names end in
 * `Schema`, except enumerations, and those of calls. Removes what the browser does not use from the
 * contract: properties of each call's description, and constants. A bundler drops a constant only if
 * its value has no side effects, and cannot know that `z.string().check(…)` has none, so each value
 * is marked as free of them.
 */
export const browserSchemas = (): Plugin => ({
  name: 'izgodno:browser-schemas',
  apply: 'build',
  transform: {
    filter: { id: [`**${CONTRACT}**`, '**/apps/web/src/**/*.{ts,tsx}'] },
    handler(code, id) {
      const isContract = id.includes(CONTRACT);
      if (!isContract && !code.includes('zod/mini')) return null;
      const edited = this.parse(code)
        .body.map((statement) =>
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
        )
        .flatMap((declaration) =>
          declaration?.type === 'VariableDeclaration' ? declaration.declarations : [],
        )
        .flatMap((constant) => editsOfConstant(constant, code, isContract))
        // From the last one, so that the offsets of earlier ones stay valid.
        .toSorted((a, b) => b.start - a.start)
        .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
      return { code: `import { lazySchema } from ${LAZY_SCHEMA};\n${edited}`, map: null };
    },
  },
});
