import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { serverImports, webImports } from './feature-imports.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Each import that must fail: importer, target, and the rule. */
const forbidden = [
  ['apps/web/src/app/a.ts', 'apps/server/src/a.ts', 'web-knows-no-server'],
  ['apps/server/src/features/x/a.ts', 'apps/web/src/a.ts', 'server-knows-no-web'],
  ['packages/contract/src/a.ts', 'apps/server/src/b.ts', 'contract-stands-alone'],
  ['packages/demo/src/a.ts', 'apps/server/src/b.ts', 'demo-knows-the-contract-only'],
  ['apps/server/src/config/a.ts', 'apps/server/src/platform/p.ts', 'server-config-is-the-ground'],
  [
    'apps/server/src/platform/a.ts',
    'apps/server/src/features/x/b.ts',
    'server-platform-below-features',
  ],
  [
    'apps/server/src/features/search/c.ts',
    'apps/server/src/features/deals/b.ts',
    'server-feature-through-api',
  ],
  [
    'apps/server/src/features/search/deep/d.ts',
    'apps/server/src/features/deals/b.ts',
    'server-feature-through-api',
  ],
  [
    'apps/server/src/features/deals/e.ts',
    'apps/server/src/features/search/api.ts',
    'server-imports-of-deals',
  ],
  [
    'apps/server/src/features/unlisted/f.ts',
    'apps/server/src/features/deals/api.ts',
    'server-imports-of-others',
  ],
  ['apps/server/src/features/x/e.ts', 'apps/server/src/app/b.ts', 'server-feature-below-app'],
  [
    'apps/server/src/platform/c.ts',
    'apps/server/src/schema/deals.ts',
    'server-platform-below-features',
  ],
  [
    'apps/server/src/schema/a.ts',
    'apps/server/src/features/x/b.ts',
    'server-schema-below-features',
  ],
  [
    'apps/server/src/app/c.ts',
    'apps/server/src/features/x/register-x.ts',
    'server-app-through-api',
  ],
  [
    'apps/server/src/features/sources/records/a.ts',
    'apps/server/src/features/sources/merchant-feed/b.ts',
    'source-parts-below-connectors',
  ],
  [
    'apps/server/src/features/sources/records/c.ts',
    'apps/server/src/features/sources/product-page/b.ts',
    'source-parts-below-connectors',
  ],
  [
    'apps/server/src/features/sources/travel-feed/a.ts',
    'apps/server/src/features/sources/merchant-feed/b.ts',
    'source-connectors-apart',
  ],
  ['apps/web/src/shared/a.ts', 'apps/web/src/core/c.ts', 'web-shared-is-the-ground'],
  ['apps/web/src/core/a.ts', 'apps/web/src/features/x/b.ts', 'web-core-below-features'],
  ['apps/web/src/features/x/c.ts', 'apps/web/src/features/y/b.ts', 'web-feature-through-api'],
  ['apps/web/src/features/x/c.ts', 'apps/web/src/features/y/b.ts', 'web-imports-of-others'],
  [
    'apps/web/src/features/deals/a.ts',
    'apps/web/src/features/engagement/b.ts',
    'web-feature-through-api',
  ],
  [
    'apps/web/src/features/engagement/c.ts',
    'apps/web/src/features/search/calls.ts',
    'web-imports-of-engagement',
  ],
  ['apps/web/src/features/x/d.ts', 'apps/web/src/app/b.ts', 'web-feature-below-app'],
  ['apps/web/src/first-view/a.ts', 'apps/web/src/features/x/d.ts', 'web-first-view-above-core'],
  ['apps/web/src/app/e.ts', 'apps/web/src/first-view/a.ts', 'web-first-view-apart'],
  [
    'apps/web/src/core/session/a.ts',
    'node_modules/react/index.js',
    'web-core-machines-without-react',
  ],
  [
    'apps/web/src/features/x/model/a.ts',
    'node_modules/react/index.js',
    'web-core-machines-without-react',
  ],
  [
    'apps/web/src/features/chat/composer/outbox.ts',
    'node_modules/react/index.js',
    'web-core-machines-without-react',
  ],
  ['apps/server/src/features/x/f.ts', 'apps/server/test/harness.ts', 'no-test-code-in-product'],
] as const;

/** Imports that the rules must allow. */
const allowed = [
  ['apps/server/src/app/d.ts', 'apps/server/src/features/x/api.ts'],
  ['apps/server/src/features/x/deep/h.ts', 'apps/server/src/features/x/i.ts'],
  ['apps/server/src/features/search/j.ts', 'apps/server/src/features/deals/api.ts'],
  [
    'apps/server/src/features/sources/new-source/a.ts',
    'apps/server/src/features/sources/records/d.ts',
  ],
  [
    'apps/server/src/features/sources/site/a.ts',
    'apps/server/src/features/sources/product-page/b.ts',
  ],
  [
    'apps/server/src/features/sources/registry/a.ts',
    'apps/server/src/features/sources/merchant-feed/b.ts',
  ],
  ['apps/web/src/features/x/k.ts', 'apps/web/src/core/d.ts'],
  ['apps/web/src/features/deals/e.ts', 'apps/web/src/features/engagement/api.ts'],
] as const;

const reportSchema = z.object({
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string(), severity: z.string() }),
      }),
    ),
  }),
});

let folder = '';
let violations: z.infer<typeof reportSchema>['summary']['violations'] = [];

const cruise = (): Promise<string> =>
  new Promise((resolve) => {
    // The exit code is the number of violations; the report has the details.
    execFile(
      process.execPath,
      [
        path.join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--config',
        path.join(repository, '.dependency-cruiser.js'),
        '--output-type',
        'json',
        'apps',
        'packages',
      ],
      { cwd: folder, maxBuffer: 2 ** 24 },
      (_, stdout) => resolve(stdout),
    );
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-boundaries-'));
  const write = async (file: string, content: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  };
  for (const [, target] of [...forbidden, ...allowed])
    await write(target, 'export const thing = 1;\n');
  for (const [from, target] of [...forbidden, ...allowed]) {
    const specifier = path.relative(path.dirname(from), target).replace(/^(?!\.)/, './');
    await write(from, `import { thing } from '${specifier}';\nexport const other = thing;\n`);
  }
  violations = reportSchema.parse(JSON.parse(await cruise())).summary.violations;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.for(forbidden)('%s may not import %s', ([from, to, rule]) => {
  expect(violations).toContainEqual(
    expect.objectContaining({ from, to, rule: { name: rule, severity: 'error' } }),
  );
});

test.for(allowed)('%s may import %s', ([from, to]) => {
  expect(violations.filter((violation) => violation.from === from && violation.to === to)).toEqual(
    [],
  );
});

test.each(Object.entries({ serverImports, webImports }))(
  '%s names only features that it has listed above',
  (_, imports) => {
    const listed = new Set<string>();
    for (const [feature, others] of Object.entries<readonly string[]>(imports)) {
      expect([feature, others.filter((other) => !listed.has(other))]).toEqual([feature, []]);
      listed.add(feature);
    }
  },
);
