import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wantedStates } from './wanted-state.ts';

/** A server that a test lets respond, and what the user sees. */
const createWorld = () => {
  const want = wantedStates<number>();
  const requests: { value: number; response: PromiseWithResolvers<number> }[] = [];
  const world = { stored: 0, shown: 0, confirmed: 0, last: 0, failed: false, atOnce: 0, errors: 0 };
  return {
    world,
    requests,
    choose: (to: number): void => {
      world.last = to;
      world.failed = false;
      want('key', {
        from: world.shown,
        to,
        show: (value) => (world.shown = value),
        send: (value) => {
          const response = Promise.withResolvers<number>();
          requests.push({ value, response });
          world.atOnce = Math.max(world.atOnce, requests.length);
          return response.promise;
        },
      }).catch(() => (world.errors += 1));
    },
    /** Answers the request in flight; a failed one may have reached the server all the same. */
    respond: async (how: 'stored' | 'refused' | 'lost'): Promise<void> => {
      const request = requests.shift();
      if (request === undefined) return;
      if (how !== 'refused') world.stored = request.value;
      world.failed = how !== 'stored';
      if (how === 'stored') {
        world.confirmed = request.value;
        request.response.resolve(request.value);
      } else request.response.reject(new TypeError('lost'));
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
};

test('in any order of taps, answers and failures the last choice stays, or the confirmed one if it failed', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ tap: fc.nat(2) }),
      fc.record({ how: fc.constantFrom('stored' as const, 'refused' as const, 'lost' as const) }),
    ),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (taken, endsWell) => {
      const { world, requests, choose, respond } = createWorld();
      for (const step of taken) {
        if ('tap' in step) choose(step.tap);
        else await respond(step.how);
      }
      while (requests.length > 0) await respond(endsWell ? 'stored' : 'refused');
      expect(world.atOnce).toBeLessThanOrEqual(1);
      expect(world.shown).toBe(world.failed ? world.confirmed : world.last);
      expect(world.failed || world.stored === world.last).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a choice that fails alone is undone, and its failure is thrown to the first choice', async () => {
  const { world, choose, respond } = createWorld();
  choose(1);
  expect(world.shown).toBe(1);
  choose(2);
  expect(world.shown).toBe(2);
  await respond('refused');
  await respond('refused');
  expect(world).toMatchObject({ shown: 0, errors: 1 });
});
