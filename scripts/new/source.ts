import { parseName, type Name } from './names.ts';
import type { Tree } from './tree.ts';

const EXAMPLE = 'apps/server/test/example-source/bargain-board.ts';
const SOURCES = 'apps/server/src/features/sources';
const KINDS = `${SOURCES}/registry/kinds.ts`;

/** The example with another name, as a module of the feature. */
const rename = (code: string, { kebab, camel, upper, words }: Name): string =>
  code
    .replaceAll('bargain-board', kebab)
    .replaceAll('bargainBoard', camel)
    .replaceAll('BARGAIN_BOARD', upper)
    .replaceAll('the (made-up) Bargain Board', words)
    .replaceAll('Bargain Board', words)
    .replaceAll('#features/sources/', '../');

const fixture = JSON.stringify(
  {
    offers: [
      { id: 'a', title: 'Чайник', link: 'https://shop.example/a', cents: 1_999 },
      { id: 'b', name: 'no title' },
    ],
    next: null,
  },
  null,
  2,
);

const testCode = ({
  kebab,
  camel,
  upper,
}: Name): string => `import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createFakeTime, readSource } from '#test/connector-harness.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { ${camel} } from './${kebab}.ts';

const startServer = useFeedServers();
const recorded = await readFile(new URL('./${kebab}.fixture.json', import.meta.url));

test('maps the recorded offers, and rejects the one that is no deal', async () => {
  const baseUrl = await startServer((_, response) => response.end(recorded));
  const reading = await readSource(
    ${camel},
    { baseUrl },
    { time: createFakeTime(), credentials: { ${upper}_KEY: 'open sesame' } },
  );
  expect(reading).toMatchObject({
    deals: [{ externalId: 'a', title: 'Чайник', amount: 1_999 }],
    rejected: [{ row: 2, reason: 'shape_unknown' }],
    error: null,
  });
});
`;

/** Plans a kind of source: its connector, a recorded response, its test and its line. */
export const planSource = async (tree: Tree, text: string): Promise<string[]> => {
  const name = parseName(text);
  const folder = `${SOURCES}/${name.kebab}`;
  await tree.add(`${folder}/${name.kebab}.ts`, rename(await tree.read(EXAMPLE), name));
  await tree.add(`${folder}/${name.kebab}.fixture.json`, fixture);
  await tree.add(`${folder}/${name.kebab}.test.ts`, testCode(name));
  await tree.change(
    KINDS,
    (code) => `${code}export { ${name.camel} } from '../${name.kebab}/${name.kebab}.ts';\n`,
  );
  return [
    `record a response of the source in ${folder}/${name.kebab}.fixture.json`,
    `map it in ${folder}/${name.kebab}.ts; docs/adding-a-source.md says what a connector decides`,
    'insert a row into the table "sources" with this kind',
  ];
};
