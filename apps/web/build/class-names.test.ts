import { expect, test } from 'vitest';
import { classNames } from './class-names.ts';
import { buildFiles } from './testing/build-files.ts';

const PAGE = 'apps/web/src/page.tsx';

const build = (page: string) =>
  buildFiles(classNames(), {
    [PAGE]: page,
    'apps/web/src/page.module.css':
      '.card { color: red; } .title { color: blue; } .switch { color: green; } .unused { color: grey; }',
  });

test('each class is a text, and the styles stay', async () => {
  const { run, code, css, modules } = await build(
    [
      "import styles from './page.module.css';",
      "const both = `${styles['title']} ${styles['switch']}`;",
      "export const result = [styles['card'], both, styles['card']];",
    ].join('\n'),
  );
  expect((await run())['result']).toEqual(['card_x', 'title_x switch_x', 'card_x']);
  expect(modules.get(PAGE)).not.toMatch(/styles\b(?!_)/);
  expect(code).not.toContain('unused_x');
  expect(css).toContain('.unused_x');
});

test.each([
  'styles[String("ca" + "rd")]',
  'Object.values(styles)[0]',
  '((styles) => styles["card"])({ card: "card_x" })',
  `{ width: "styles", shown: styles['card'] }.shown`,
  `{ styles: { card: styles['card'] } }.styles['card']`,
])('a file with %s stays as it is', async (use) => {
  const { run, modules } = await build(
    `import styles from './page.module.css';\nexport const result = (${use});`,
  );
  expect((await run())['result']).toBe('card_x');
  expect(modules.get(PAGE)).toContain('import styles from "./page.module.css"');
});

test('`default` is the object of all classes', async () => {
  const { modules } = await build(
    `import styles from './page.module.css';\nexport const result = styles['default'];`,
  );
  expect(modules.get(PAGE)).toContain('import styles from "./page.module.css"');
});

test('a class that the style file lacks fails the build', async () => {
  await expect(
    build(`import styles from './page.module.css';\nexport const result = styles['cart'];`),
  ).rejects.toThrow('cart');
});
