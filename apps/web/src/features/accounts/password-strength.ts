import { MINIMUM_PASSWORD_SCORE } from '@izgodno/contract/accounts/limits';

/** From 0 (guessed at once) to 4 (infeasible to guess). */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/**
 * The server checks the same number of characters, because the estimate's time grows with the
 * square of the length.
 */
const JUDGED_CHARACTERS = 40;

// Loaded when the user starts to choose a password: 240 KB. English names and rarer words would add
// 610 KB; the server checks those.
const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** Estimates how hard a password is to guess for somebody who knows the `personal` texts. */
export const estimateStrength = async (
  password: string,
  personal: readonly string[],
): Promise<PasswordScore> => {
  estimator ??= loadEstimator();
  const judge = await estimator;
  const known = personal.flatMap((text) => [text, ...text.split(/[\s@.]+/)]).filter(Boolean);
  return judge.check(password.slice(0, JUDGED_CHARACTERS), known).score;
};

export const isStrongEnough = (score: PasswordScore): boolean => score >= MINIMUM_PASSWORD_SCORE;
