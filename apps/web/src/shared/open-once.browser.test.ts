import { openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { openOnce } from './open-once.ts';

const open = () => openDB(`open-once-${crypto.randomUUID()}`, 1);

test('a database is opened once, when it is first used', async () => {
  const opening = vi.fn<typeof open>(open);
  const database = openOnce(opening);
  expect(opening).not.toHaveBeenCalled();
  const [one, other] = await Promise.all([database(), database()]);
  expect(other).toBe(one);
  expect(opening).toHaveBeenCalledOnce();
});

test.each([
  ['rejects', () => Promise.reject(new Error('Forbidden'))],
  [
    'throws',
    (): never => {
      throw new Error('Forbidden');
    },
  ],
])('it is opened again after an attempt that %s', async (_what, fail) => {
  const database = openOnce(vi.fn<typeof open>(open).mockImplementationOnce(fail));
  await expect(database()).rejects.toThrow('Forbidden');
  await expect(database()).resolves.toMatchObject({ version: 1 });
});

test('it is opened again after the browser has closed it', async () => {
  const database = openOnce(open);
  const first = await database();
  // What browsers do when the user erases the data of the site.
  first.dispatchEvent(new Event('close'));
  expect(await database()).not.toBe(first);
});
