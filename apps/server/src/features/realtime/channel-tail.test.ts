import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChannelTail, type TailEntry } from './channel-tail.ts';

/** A channel of messages as in the database: each in its last state, by its version. */
const createModel = () => {
  const versions = new Map<number, number>();
  let version = 0;
  return {
    get version() {
      return version;
    },
    /** Changes a message, or creates it, and returns the bus message. */
    change(message: number): TailEntry<string> {
      version += 1;
      versions.set(message, version);
      return { version, item: `${message}@${version}` };
    },
    since(from: number): TailEntry<string>[] {
      return [...versions]
        .filter(([, changed]) => changed > from)
        .sort(([, a], [, b]) => a - b)
        .map(([message, changed]) => ({ version: changed, item: `${message}@${changed}` }));
    },
    state: () => [...versions].map(([message, changed]) => `${message}@${changed}`).sort(),
  };
};

/** Lets promises settle until the condition is true. */
const until = async (holds: () => boolean): Promise<void> => {
  for (let tick = 0; !holds(); tick += 1) {
    if (tick > 1_000) throw new Error('It never came to hold.');
    await Promise.resolve();
  }
};

type Step =
  | { readonly kind: 'change'; readonly message: number; readonly fate: 'heard' | 'lost' | 'late' }
  | { readonly kind: 'late' }
  | { readonly kind: 'twice' }
  | { readonly kind: 'breathe' }
  | { readonly kind: 'fail' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      message: fc.nat(5),
      fate: fc.constantFrom('heard' as const, 'lost' as const, 'late' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'late' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'twice' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'breathe' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'fail' as const }) },
);

test('whatever the bus loses, repeats or reorders, changes are delivered in order, each once, up to the last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.nat(3), async (steps, before) => {
      const model = createModel();
      for (let message = 0; message < before; message += 1) model.change(message);
      const known = new Set(model.state());
      const delivered: string[] = [];
      const late: TailEntry<string>[] = [];
      const said: TailEntry<string>[] = [];
      let failing = false;
      const guard = async <Value>(read: () => Value): Promise<Value> => {
        await Promise.resolve();
        if (failing) throw new Error('the database is away');
        return read();
      };
      const tail = new ChannelTail<string>({
        deliver: (items) => void delivered.push(...items),
        lost: () => {},
        readVersion: () => guard(() => model.version),
        readSince: (version) => guard(() => ({ entries: model.since(version) })),
        onError: () => {
          failing = false;
        },
      });
      await until(() => tail.version === before);

      for (const current of steps) {
        if (current.kind === 'change') {
          const entry = model.change(current.message);
          said.push(entry);
          if (current.fate === 'heard') tail.push([entry]);
          if (current.fate === 'late') late.push(entry);
        } else if (current.kind === 'late') {
          const entry = late.pop();
          if (entry !== undefined) tail.push([entry]);
        } else if (current.kind === 'twice') {
          const entry = said.at(-1);
          if (entry !== undefined) tail.push([entry]);
        } else if (current.kind === 'fail') {
          failing = true;
        } else {
          for (let tick = 0; tick < 6; tick += 1) await Promise.resolve();
        }
      }
      failing = false;
      await until(() => {
        tail.reach(model.version);
        return tail.version === model.version;
      });

      const order = delivered.map((item) => Number(item.split('@')[1]));
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
      const seen = new Set([...known, ...delivered]);
      expect(model.state().filter((item) => !seen.has(item))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a change that arrives before the first reading, which has it, is delivered', async () => {
  const model = createModel();
  model.change(0);
  const delivered: string[] = [];
  const read = Promise.withResolvers<number>();
  const tail = new ChannelTail<string>({
    deliver: (items) => void delivered.push(...items),
    lost: () => {},
    readVersion: () => read.promise,
    readSince: (version) => Promise.resolve({ entries: model.since(version) }),
    onError: (error) => {
      throw error;
    },
  });
  tail.push([model.change(1)]);
  read.resolve(model.version);
  await until(() => tail.version === model.version);
  expect(delivered).toEqual(['1@2']);
});

test('too many missed changes are reported, and later ones are delivered again', async () => {
  const delivered: string[] = [];
  let lost = 0;
  const tail = new ChannelTail<string>({
    deliver: (items) => void delivered.push(...items),
    lost: () => void (lost += 1),
    readVersion: () => Promise.resolve(0),
    readSince: () => Promise.resolve({ entries: null }),
    onError: (error) => {
      throw error;
    },
  });
  await expect.poll(() => tail.version).toBe(0);
  tail.push([{ version: 500, item: 'e' }]);
  await expect.poll(() => lost).toBe(1);
  tail.push([{ version: 501, item: 'f' }]);
  expect(delivered).toEqual(['f']);
});
