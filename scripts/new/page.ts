import * as z from 'zod';
import { parseNameIn, type Name } from './names.ts';
import { Rejected, type Tree } from './tree.ts';

const TABLE = 'apps/web/src/app/pages.ts';
const TEXTS = 'apps/web/src/core/language/texts';
const AREAS = `${TEXTS}/area-files.ts`;
const LISTS = 'apps/web/src/app/lazy-deal-lists.ts';

const textsSchema = z.record(z.string(), z.string());

const pageCode = (name: Name): string => `import { useLanguage } from '#core/language/language.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';

export const ${name.pascal}Page = () => {
  const { t } = useLanguage();
  return (
    <PageFrame title={t('${name.camel}.title')} width="text">
      <p>{t('${name.camel}.text')}</p>
    </PageFrame>
  );
};
`;

const pageTest = (name: Name, area: string): string => `import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loadArea, startLanguage } from '#core/language/language.ts';
import { ${name.pascal}Page } from './${name.kebab}-page.tsx';

test('the page shows its title', async () => {
  await startLanguage();
  await loadArea('${area}');
  await render(<${name.pascal}Page />);
  await expect.element(page.getByRole('heading', { level: 1, name: '${name.words}' })).toBeVisible();
});
`;

/** Adds the texts to the area's file, or writes it. */
const addTexts = async (
  tree: Tree,
  file: string,
  added: Readonly<Record<string, string>>,
): Promise<void> => {
  const before = await tree.find(file);
  if (before === null) return tree.add(file, JSON.stringify(added, null, 2));
  const texts = textsSchema.parse(JSON.parse(before));
  for (const key of Object.keys(added))
    if (key in texts) throw new Rejected(`${file} has the text ${key} already.`);
  return tree.change(file, () => JSON.stringify({ ...texts, ...added }, null, 2));
};

/**
 * The area of a feature's texts; some load at start-up or with the lists of deals, where a page's texts
 * do not belong.
 */
const areaOf = async (tree: Tree, feature: Name, name: Name): Promise<string> => {
  const area = feature.kebab;
  const loadsFirst =
    (await tree.find(`${TEXTS}/en/${area}.json`)) !== null &&
    (!(await tree.read(AREAS)).includes(`'./en/${area}.json'`) ||
      (await tree.read(LISTS)).includes(`'${area}'`));
  return loadsFirst ? `${area}.${name.kebab}` : area;
};

/** Plans `feature/name`: a component, its texts in both languages, its test and its row. */
export const planPage = async (tree: Tree, text: string): Promise<string[]> => {
  const [feature, name] = parseNameIn(text);
  if ((await tree.list(`apps/server/src/features/${feature.kebab}`)).length === 0)
    throw new Rejected(`There is no feature "${feature.kebab}".`);
  const folder = `apps/web/src/features/${feature.kebab}`;
  const module = `#features/${feature.kebab}/${name.kebab}-page.tsx`;
  const area = await areaOf(tree, feature, name);
  const table = await tree.read(TABLE);
  if (new RegExp(`^  ${name.camel}:|'/${name.kebab}'`, 'm').test(table))
    throw new Rejected(`${TABLE} has the page ${name.camel} or the path /${name.kebab} already.`);

  await tree.add(`${folder}/${name.kebab}-page.tsx`, pageCode(name));
  await tree.add(`${folder}/${name.kebab}-page.test.tsx`, pageTest(name, area));
  if (!(await tree.read(AREAS)).includes(`'./en/${area}.json'`)) {
    const as = /^\w+$/.test(area) ? area : `'${area}'`;
    await tree.change(
      AREAS,
      (code) => `${code}export { default as ${as} } from './en/${area}.json';\n`,
    );
  }
  await addTexts(tree, `${TEXTS}/en/${area}.json`, {
    [`${name.camel}.title`]: name.words,
    [`${name.camel}.text`]: `What the page ${name.words} is for.`,
  });
  await addTexts(tree, `${TEXTS}/bg/${area}.json`, {
    [`${name.camel}.title`]: `Страница „${name.words}“`,
    [`${name.camel}.text`]: `За какво е страницата „${name.words}“.`,
  });
  const row = `  ${name.camel}: page('/${name.kebab}', '${name.camel}.title', ['${area}'], () => import('${module}')),\n`;
  // Before the last row, which is any other path.
  await tree.change(TABLE, (code) =>
    code.replace(/^(?: {2}\/\*\*.*\*\/\n)? {2}notFound: \{/m, (last) => row + last),
  );
  return [
    `write the page in ${folder}/${name.kebab}-page.tsx, and its test`,
    `write its texts in ${TEXTS}/en/${area}.json, and translate them in bg/${area}.json`,
    `say in ${TABLE} who may see it: page, ownPage, sitePage or formPage`,
  ];
};
