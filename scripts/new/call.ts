import { parseName, parseNameIn, type Name } from './names.ts';
import { Rejected, type Tree } from './tree.ts';

export const callCode = (name: Name, path: string): string => `import * as z from 'zod/mini';
import { userIdSchema } from '../accounts/session.ts';
import { defineCall } from '../common/call.ts';

export const ${name.camel} = defineCall({
  method: 'GET',
  path: '${path}',
  summary: '${name.words}',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  response: z.object({ success: z.literal(true), userId: userIdSchema }),
});
`;

export const callTest = (
  name: Name,
  module: string,
): string => `import { expect, test } from 'vitest';
import { ${name.camel} } from '@izgodno/contract/${module}';
import { provideUsersApp } from '#test/users-app.ts';

const app = provideUsersApp();

test('${name.words} responds to a member', async () => {
  const { id, token } = await app.current.member();
  expect(await app.current.ask(${name.camel}, { token })).toEqual({ success: true, userId: id });
});
`;

/** `addCall(app, …)`, or `add(…)` of the functions over a context, at the level of the function. */
const REGISTRATION = /^ {2}(?:addCall\((\w+), |add\()/gm;

/** A statement that begins at `from`: up to the first line that closes it at its own indentation. */
const endOfStatement = (code: string, from: number): number => {
  const end = /^(?: {2}\S.*\);| {2}\}?\)+;)$/m.exec(code.slice(from));
  return end === null ? from : from + end.index + end[0].length;
};

/** Adds an import after the last one. */
export const addImport = (code: string, line: string): string => {
  const last = [...code.matchAll(/^import [^;]*;$/gm)].at(-1);
  return last === undefined
    ? code
    : code.slice(0, last.index + last[0].length) +
        `\n${line}` +
        code.slice(last.index + last[0].length);
};

/** Adds the call after the last one that is registered. */
const registerCall = (code: string, name: Name, module: string): string => {
  const last = [...code.matchAll(REGISTRATION)].at(-1);
  if (last === undefined) return code;
  const [, app] = last;
  const line =
    app === undefined
      ? `  add(${name.camel}, async (_, { user }) => ({ userId: user.id }));`
      : `  addCall(${app}, ${name.camel}, async ({ user }) => ({ userId: user.id }));`;
  const end = endOfStatement(code, last.index);
  return addImport(
    `${code.slice(0, end)}\n${line}${code.slice(end)}`,
    `import { ${name.camel} } from '@izgodno/contract/${module}';`,
  );
};

const OPEN_API = 'packages/contract/src/common/open-api';

/** Adds a module of calls to those that OpenAPI describes. */
export const listModule = async (tree: Tree, feature: Name, file: Name): Promise<void> => {
  const name = `${feature.camel}${file.pascal}`;
  const key = feature.kebab === feature.camel ? feature.kebab : `'${feature.kebab}'`;
  await tree.change(`${OPEN_API}/contract-modules.ts`, (code) => {
    const list = `\n  ${key}: [`;
    const added = code.includes(list)
      ? code.replace(list, () => `${list}${name}, `)
      : code.replace('\n} as const satisfies', (end) => `${list}${name}],${end}`);
    return addImport(added, `import * as ${name} from '../../${feature.kebab}/${file.kebab}.ts';`);
  });
};

/** Adds the tag of a new feature's calls. */
export const addTag = (tree: Tree, feature: Name): Promise<void> =>
  tree.change(`${OPEN_API}/tags.ts`, (code) =>
    code.replace(
      '\n} as const satisfies',
      (end) => `\n  '${feature.kebab}': '${feature.words}.',${end}`,
    ),
  );

const depthOf = (file: string): number => file.split('/').length;

/** The files in the highest folder, which register most of a feature's calls. */
const highest = (files: readonly string[]): readonly string[] => {
  const depth = Math.min(...files.map(depthOf));
  return files.filter((file) => depthOf(file) === depth);
};

/** The module of a feature that registers its calls. Throws `Rejected` if the caller must choose. */
const findRoutes = async (tree: Tree, feature: Name, chosen?: string): Promise<string> => {
  const folder = `apps/server/src/features/${feature.kebab}`;
  const files = (await tree.list(folder)).filter((file) => /(?<!\.test)\.ts$/.test(file));
  if (files.length === 0) throw new Rejected(`The server has no feature "${feature.kebab}".`);
  const found: string[] = [];
  for (const file of files) if ((await tree.read(file)).search(REGISTRATION) >= 0) found.push(file);
  const wanted =
    chosen === undefined ? highest(found) : found.filter((file) => file.endsWith(`/${chosen}`));
  const [routes, ...others] = wanted;
  if (routes === undefined)
    throw new Rejected(
      `No module of ${folder} registers calls: ${chosen ?? 'addCall'} is missing.`,
    );
  if (others.length > 0)
    throw new Rejected(
      `Choose the module that registers it, with --in: ${wanted.map((file) => file.slice(folder.length + 1)).join(', ')}.`,
    );
  return routes;
};

/** Plans `feature/name`: the contract's description, its handler's line and its test. */
export const planCall = async (tree: Tree, text: string, chosen?: string): Promise<string[]> => {
  const [feature, name] = parseNameIn(text);
  const routes = await findRoutes(tree, feature, chosen);
  const module = `${feature.kebab}/${name.kebab}-calls`;
  const path = `/api/${feature.kebab}/${name.kebab}`;
  for (const file of await tree.list('packages/contract/src')) {
    const code = await tree.read(file);
    if (code.includes(`path: '${path}'`))
      throw new Rejected(`${file} has the path ${path} already.`);
    if (file.includes(`/${feature.kebab}/`) && code.includes(`export const ${name.camel} `))
      throw new Rejected(`${file} exports ${name.camel} already.`);
  }
  await tree.add(`packages/contract/src/${module}.ts`, callCode(name, path));
  await tree.add(
    `${routes.replace(/[^/]*$/, '')}${name.kebab}-calls.test.ts`,
    callTest(name, module),
  );
  await listModule(tree, feature, parseName(`${name.kebab}-calls`));
  await tree.change(routes, (code) => registerCall(code, name, module));
  return [
    `describe the call in packages/contract/src/${module}.ts: who may make it, its limit, its parts`,
    `write its handler in ${routes}, and its test`,
    'run "npm run docs", which adds it to docs/calls.md',
  ];
};
