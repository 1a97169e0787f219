import type { ESTree, Plugin } from 'vite';

const IMPORT = /^import \{([^}]*)\} from '(@izgodno\/contract\/[\w/-]*calls)';$/gm;

/** A call; types, constants and schemas stay together. */
const isCall = (name: string): boolean => /^[a-z]\w*$/.test(name) && !name.endsWith('Schema');

const namesOf = (statement: ESTree.Statement | ESTree.ModuleDeclaration): readonly string[] => {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.map(({ local }) => local.name);
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declared?.type === 'VariableDeclaration'
    ? declared.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    : declared?.type === 'FunctionDeclaration' && declared.id
      ? [declared.id.name]
      : [];
};

/**
 * Makes each call of the contract a module of its own, by a name after its file's, with what it
 * needs of that file. A chunk has whole modules, so a page that makes one call of a feature would
 * load the schemas of all of them.
 */
export const callsApart = (): Plugin[] => [
  {
    name: 'izgodno:calls-by-name',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: '**/apps/web/src/**/*.{ts,tsx}' },
      handler: (code) => ({
        code: code.replaceAll(IMPORT, (_line, names: string, file: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => `import { ${name} } from '${file}${isCall(name) ? `?${name}` : ''}';`)
            .join(''),
        ),
        map: null,
      }),
    },
  },
  {
    name: 'izgodno:calls-apart',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\?\w+$/ },
      handler(code, id) {
        const statements = this.parse(code).body.map((statement) => ({
          names: namesOf(statement),
          text: code.slice(statement.start, statement.end),
        }));
        const needed = new Set([id.slice(id.indexOf('?') + 1)]);
        // The loop also visits names that are added while it runs.
        for (const name of needed)
          for (const { names, text } of statements)
            if (names.includes(name)) for (const used of text.match(/\w+/g) ?? []) needed.add(used);
        const parts = statements.filter(({ names }) => names.some((name) => needed.has(name)));
        return { code: parts.map(({ text }) => text).join('\n'), map: null };
      },
    },
  },
];
