import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSha256Thread } from './sha256-thread.ts';

/** Text in a larger buffer. */
const part = (text: string): Buffer => {
  const memory = Buffer.allocUnsafeSlow(text.length + 10);
  memory.write(text);
  return memory.subarray(0, text.length);
};
const start = () => {
  const thread = createSha256Thread();
  onTestFinished(() => thread.close());
  return thread;
};

test('each part gets its own digest and its bytes again, also concurrently', async () => {
  const thread = start();
  const texts = ['first', 'the second part', 'x', '', 'first'];
  const responses = await Promise.all(texts.map((text) => thread.digest(part(text))));
  expect(responses.map(({ bytes }) => bytes.toString())).toEqual(texts);
  expect(responses.map(({ bytes }) => bytes.buffer.byteLength)).toEqual(
    texts.map((text) => text.length + 10),
  );
  expect(responses.map(({ digest }) => digest)).toEqual(
    texts.map((text) => createHash('sha256').update(text).digest('hex')),
  );
});

test('bytes cannot be read or changed while they are digested', async () => {
  const bytes = part('first');
  const digested = start().digest(bytes);
  expect(bytes).toHaveLength(0);
  expect((await digested).bytes).toHaveLength(5);
});

test('pending digests are rejected when a thread dies, and the next part starts another', async () => {
  const thread = start();
  const lost = thread.digest(part('first'));
  const [rejected] = await Promise.allSettled([lost, thread.close()]);
  expect(rejected).toMatchObject({ status: 'rejected', reason: { message: /has ended/ } });
  expect((await thread.digest(part('second'))).bytes.toString()).toBe('second');
});

test('what Node reports of a thread under --watch is not a response', async () => {
  // What `--watch` sets for the process it starts.
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await start().digest(part('first'))).bytes.toString()).toBe('first');
});
