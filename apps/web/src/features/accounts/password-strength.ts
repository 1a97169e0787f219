import { MINIMUM_PASSWORD_SCORE } from '@izgodno/contract/accounts/limits';

/** From 0, guessed at once, to 4, out of reach. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/** As much as the server judges: the estimate's time grows with the square of the length. */
const JUDGED_CHARACTERS = 40;

// Fetched when the first password is being chosen: 240 KB. English names and rarer words would be
// 610 KB more, so they are left to the server, which has the last word.
const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** How hard a password is to guess for somebody who knows the `personal` texts. */
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
