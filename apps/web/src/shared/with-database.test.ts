import { expect, test } from 'vitest';
import { withDatabase } from './with-database.ts';

test('where the browser throws at once, because it forbids storage, the use is rejected', async () => {
  const using = withDatabase(
    (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
    () => Promise.resolve(1),
  );
  await expect(using).rejects.toThrow('The operation is insecure.');
});
