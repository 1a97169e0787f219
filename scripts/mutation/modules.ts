/** What is mutated, and the tests that must notice it. Paths are relative to the repository. */
interface MutatedModule {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const server = 'apps/server/src';
const session = 'apps/web/src/core/session';
const composer = 'apps/web/src/features/chat/composer';

/** Pure code that decides about rights, money and order. Its tests need neither database nor page. */
export const mutatedModules = {
  policies: {
    mutate: [
      `${server}/features/**/*-policy.ts`,
      `!${server}/features/search/**`,
      `${server}/features/uploads/file-access.ts`,
    ],
    tests: [
      `${server}/features/**/*-policy.test.ts`,
      `${server}/features/uploads/file-access.test.ts`,
    ],
  },
  money: {
    mutate: [
      'packages/contract/src/common/money.ts',
      'packages/contract/src/deals/discount.ts',
      `${server}/features/deals/prices/price-rules.ts`,
    ],
    tests: [
      'packages/contract/src/common/money.test.ts',
      'packages/contract/src/deals/discount.test.ts',
      `${server}/features/deals/prices/price-rules.test.ts`,
    ],
  },
  'feed-prices': {
    mutate: [`${server}/features/sources/records/price.ts`],
    tests: [`${server}/features/sources/records/price.test.ts`],
  },
  cursors: {
    mutate: [
      `${server}/platform/http/page-cursor.ts`,
      `${server}/features/search/engine/ordering.ts`,
      `${server}/features/search/engine/index/top-rows.ts`,
    ],
    tests: [
      `${server}/platform/http/page-cursor.test.ts`,
      `${server}/features/search/engine/ordering.test.ts`,
      `${server}/features/search/engine/index/top-rows.test.ts`,
    ],
  },
  ranking: {
    mutate: [
      `${server}/features/search/engine/ordering.ts`,
      `${server}/features/search/engine/analysis/score.ts`,
    ],
    tests: [
      `${server}/features/search/engine/ordering.test.ts`,
      `${server}/features/search/engine/analysis/score.test.ts`,
    ],
  },
  session: {
    mutate: [`${session}/machine.ts`],
    tests: [
      `${session}/last-refresh.test.ts`,
      `${session}/machine.test.ts`,
      `${session}/transitions.test.ts`,
    ],
  },
  'session-steps': {
    mutate: [`${session}/policy.ts`, `${session}/status.ts`, `${session}/transitions/*.ts`],
    tests: [
      `${session}/last-refresh.test.ts`,
      `${session}/machine.test.ts`,
      `${session}/status.test.ts`,
      `${session}/transitions.test.ts`,
    ],
  },
  outbox: {
    mutate: [`${composer}/outbox.ts`, `${composer}/outbox-sender.ts`],
    tests: [`${composer}/outbox.test.ts`, `${composer}/outbox.property.test.ts`],
  },
} as const satisfies Readonly<Record<string, MutatedModule>>;

export type ModuleName = keyof typeof mutatedModules;

export const isModuleName = (name: string): name is ModuleName =>
  Object.hasOwn(mutatedModules, name);
