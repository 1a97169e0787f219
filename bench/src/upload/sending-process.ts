import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { sendBody, sendForm } from './send.ts';

// Uploads next to a measurement, in a separate process so that its priority can be lowered.

/** The order, in JSON as the one argument. */
const orderSchema = z.object({
  url: z.string(),
  parallel: z.int(),
  /** Of each file. */
  megabytes: z.number(),
  /** MB/s of all together. */
  rate: z.number(),
  /** Fields and headers of the form around each file; null if the body is the file itself. */
  form: z.nullable(
    z.object({
      fields: z.record(z.string(), z.string()),
      headers: z.record(z.string(), z.string()),
    }),
  ),
});
export type SendingOrder = z.output<typeof orderSchema>;

const { url, parallel, megabytes, rate, form } = orderSchema.parse(
  JSON.parse(process.argv[2] ?? ''),
);
const each = rate / parallel;
const stopping = new AbortController();

const sendOne = (): Promise<unknown> =>
  form === null
    ? sendBody(url, megabytes, each)
    : sendForm(
        url,
        megabytes,
        { ...form, fields: { ...form.fields, uploadId: randomUUID() } },
        each,
      );

const run = async (index: number): Promise<number> => {
  let sent = 0;
  // Staggered, because real uploads do not deliver their pieces at the same instant.
  await sleep(index);
  while (!stopping.signal.aborted) {
    await sendOne();
    sent += megabytes;
  }
  return sent;
};

process.once('message', () => stopping.abort());
const began = performance.now();
const all = await Promise.all(Array.from({ length: parallel }, (_, index) => run(index)));
const seconds = (performance.now() - began) / 1000;
process.send?.(all.reduce((total, sent) => total + sent, 0) / seconds);
process.disconnect?.();
