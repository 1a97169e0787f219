import { addImport, addTag, callCode, callTest, listModule } from './call.ts';
import { parseName, type Name } from './names.ts';
import { Rejected, type Tree } from './tree.ts';

const LIST = 'scripts/feature-imports.ts';
const WIRING = 'apps/server/src/app/features.ts';
/** A feature whose results no other is given. */
const REGISTRATION = /^ {2}register\w+\(app\b.*\);$/gm;

const registerCode = (feature: Name): string => `import type { FastifyInstance } from 'fastify';
import { ${feature.camel} } from '@izgodno/contract/${feature.kebab}/calls';
import { addCall } from '#platform/http/add-call.ts';

export const register${feature.pascal} = (app: FastifyInstance): void => {
  addCall(app, ${feature.camel}, async ({ user }) => ({ userId: user.id }));
};
`;

/** Plans a feature of contract and server with one call. */
export const planFeature = async (tree: Tree, text: string): Promise<string[]> => {
  const feature = parseName(text);
  const folder = `apps/server/src/features/${feature.kebab}`;
  for (const taken of [folder, `packages/contract/src/${feature.kebab}`])
    if ((await tree.list(taken)).length > 0) throw new Rejected(`${taken} exists already.`);
  const contract = `packages/contract/src/${feature.kebab}/calls.ts`;
  await tree.add(contract, callCode(feature, `/api/${feature.kebab}`));
  await tree.add(`${folder}/api.ts`, registerCode(feature));
  await tree.add(`${folder}/${feature.kebab}.test.ts`, callTest(feature, `${feature.kebab}/calls`));
  await listModule(tree, feature, parseName('calls'));
  await addTag(tree, feature);
  const key = feature.kebab === feature.camel ? feature.kebab : `'${feature.kebab}'`;
  await tree.change(LIST, (code) =>
    code.replace('export const serverImports = {\n', (line) => `${line}  ${key}: [],\n`),
  );
  await tree.change(WIRING, (code) => {
    const last = [...code.matchAll(REGISTRATION)].at(-1);
    if (last === undefined) return code;
    const end = last.index + last[0].length;
    return addImport(
      `${code.slice(0, end)}\n  register${feature.pascal}(app);${code.slice(end)}`,
      `import { register${feature.pascal} } from '#features/${feature.kebab}/api.ts';`,
    );
  });
  return [
    `say in ${LIST} which features it may import, and in ${WIRING} what it gets`,
    `put the types of its tables into apps/server/src/schema/${feature.kebab}.ts, and describe it in docs/ARCHITECTURE.md`,
    `add calls with "npm run new -- call ${feature.kebab}/NAME", pages with "npm run new -- page ${feature.kebab}/NAME"`,
    'run "npm run docs", which adds its call to docs/calls.md',
  ];
};
