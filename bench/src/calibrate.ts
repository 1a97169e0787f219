import { spread, type Spread } from './statistics.ts';

const ROUNDS = 15;
/** Numbers of 4 bytes: 16 MiB, more than a core's own caches hold. */
const NUMBERS = 2 ** 22;
const STEPS = 2_000_000;
const TEXTS = 20_000;

/** A fixed piece of work on one core: arithmetic, memory out of order, texts and objects. */
const workOnce = (memory: Uint32Array): void => {
  let state = 1;
  for (let step = 0; step < STEPS; step += 1) {
    // The generator of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    memory[state % NUMBERS] = (memory[state % NUMBERS] ?? 0) + step;
  }
  const counts = new Map<string, number>();
  for (let text = 0; text < TEXTS; text += 1) {
    const key = `оферта ${(text * 7_919) % (TEXTS / 2)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  JSON.parse(JSON.stringify([...counts]));
};

/**
 * Milliseconds of the same work in each of some rounds, which tell how fast the machine is in this
 * hour: figures of two runs compare only if their calibrations are alike.
 */
export const calibrate = (): Spread => {
  const memory = new Uint32Array(NUMBERS);
  // The first round compiles.
  workOnce(memory);
  return spread(
    Array.from({ length: ROUNDS }, () => {
      const began = performance.now();
      workOnce(memory);
      return performance.now() - began;
    }),
  );
};
