import { expect, test } from 'vitest';
import { buildWeb } from './build-web.ts';

test('without the packages that build the page, one line says what to do', async () => {
  const lines: string[] = [];
  const built = buildWeb((line) => lines.push(line), import.meta.dirname);
  await expect(built).rejects.toThrow(
    /^the web application is not built.*npm ci && npm run build.*$/,
  );
  expect(lines).toEqual([]);
});
