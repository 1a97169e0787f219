import type { ESTree, Plugin } from 'vite';

const CALLS = /^@izgodno\/contract\/[\w/-]*calls$/;

/** Schemas and constants, whose names are in capitals, stay together. */
const isCall = (name: string): boolean => /^[a-z]\w*$/.test(name) && !name.endsWith('Schema');

const textOf = (name: ESTree.ModuleExportName): string =>
  name.type === 'Literal' ? name.value : name.name;

/** The imports of a statement as one statement each, a call's from its own module. */
const apart = (statement: ESTree.ImportDeclaration): readonly string[] | null => {
  const file = statement.source.value;
  const imports: string[] = [];
  for (const specifier of statement.specifiers) {
    // A namespace is of the whole file.
    if (specifier.type !== 'ImportSpecifier') return null;
    const name = textOf(specifier.imported);
    const from = isCall(name) ? `${file}?${name}` : file;
    imports.push(`import { ${name} as ${specifier.local.name} } from '${from}';`);
  }
  return imports;
};

const namesOf = (
  statement: ESTree.Statement | ESTree.ModuleDeclaration,
): readonly string[] | null => {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.map(({ local }) => local.name);
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type === 'FunctionDeclaration' && declared.id) return [declared.id.name];
  if (declared?.type !== 'VariableDeclaration') return null;
  return declared.declarations.every(({ id }) => id.type === 'Identifier')
    ? declared.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    : null;
};

/**
 * Makes each call of the contract a module of its own, by a name after its file's, with what it
 * needs of that file. A chunk has whole modules, so a page that makes one call of a feature would
 * load the schemas of all of them. Calls have no state and are not compared, so that a value that
 * several of them need may be there several times.
 */
export const callsApart = (): Plugin[] => [
  {
    name: 'izgodno:calls-by-name',
    apply: 'build',
    transform: {
      filter: { id: '**/apps/web/src/**/*.{ts,tsx}', code: '@izgodno/contract/' },
      handler(code, id) {
        let edited = code;
        // From the last one, so that the offsets of earlier ones stay valid.
        for (const statement of this.parse(code).body.toReversed()) {
          const isOfCalls =
            'source' in statement &&
            statement.source?.type === 'Literal' &&
            CALLS.test(statement.source.value);
          if (!isOfCalls) continue;
          if (statement.type !== 'ImportDeclaration')
            throw new Error(`${id} exports calls of the contract: import them where they are used`);
          const imports = apart(statement);
          if (imports !== null)
            edited =
              edited.slice(0, statement.start) + imports.join('') + edited.slice(statement.end);
        }
        return { code: edited, map: null };
      },
    },
  },
  {
    name: 'izgodno:calls-apart',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\?\w+$/ },
      handler(code, id) {
        const statements = this.parse(code).body.map((statement) => {
          const text = code.slice(statement.start, statement.end);
          const names = namesOf(statement);
          if (names === null || names.length === 0)
            throw new Error(`${id}: cannot tell which call needs this statement: ${text}`);
          return { names, text };
        });
        const needed = new Set([id.slice(id.indexOf('?') + 1)]);
        // The loop also visits names that are added while it runs.
        for (const name of needed)
          for (const { names, text } of statements)
            if (names.includes(name))
              for (const used of text.match(/[\w$]+/g) ?? []) needed.add(used);
        const parts = statements.filter(({ names }) => names.some((name) => needed.has(name)));
        return { code: parts.map(({ text }) => text).join('\n'), map: null };
      },
    },
  },
];
