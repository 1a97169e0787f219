import { expect, test } from 'vitest';
import { namedModules, type NamedModules } from './named-modules.ts';
import { buildFiles } from './testing/build-files.ts';

const build = (named: Partial<NamedModules>) =>
  buildFiles(namedModules({ lazy: [], others: [], ...named }), {
    'apps/web/src/main.ts':
      "import { text } from './text.ts';\nexport const load = () => [text, import('./page.ts')];",
    'apps/web/src/page.ts': 'export const page = 1;',
    'apps/web/src/text.ts': "export const text = 'a';",
  });

test('modules of the build may be named', async () => {
  await expect(build({ lazy: ['src/page.ts'], others: ['src/text.ts'] })).resolves.toBeDefined();
});

test.each<Partial<NamedModules>>([
  { lazy: ['src/former-page.ts'] },
  { lazy: ['src/page.ts', 'src/text.ts'] },
  { others: ['src/former-text.ts'] },
])('the build fails that names %j', async (named) => {
  await expect(build(named)).rejects.toThrow((named.lazy ?? named.others ?? []).at(-1));
});
