import { expect, test, vi } from 'vitest';
import { reactFields } from './react-fields.ts';
import { buildFiles } from './testing/build-files.ts';

test("React's own fields have short names, but not those that it shares", async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const { code } = await buildFiles(reactFields(), {
    'apps/web/src/page.ts': `export { createRoot } from 'react-dom/client';`,
  });
  expect(code).not.toMatch(/\.(?:memoizedState|pendingLanes|stateNode)\b/);
  for (const shared of ['_currentValue', 'containerInfo', 'enqueueSetState', 'identifierPrefix'])
    expect(code.split(shared).length).toBeGreaterThan(2);
});
