import { JUDGED_PASSWORD_LENGTH, MINIMUM_PASSWORD_SCORE } from '@izgodno/contract/accounts/limits';

/**
 * The number of ways in which digits and signs are read as letters. This and the judged length limit
 * the time a crafted password can take; without them it was 0.3 s.
 */
const SUBSTITUTIONS = 8;

// Two megabytes of word lists, loaded when the first password is estimated.
const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  });
};

let estimator: ReturnType<typeof loadEstimator> | undefined;

/**
 * Whether a password is among the first million guesses of an attacker who knows the user's name
 * and email address.
 */
export const isWeakPassword = async (
  password: string,
  personal: readonly string[],
): Promise<boolean> => {
  estimator ??= loadEstimator();
  const estimate = await estimator;
  const known = personal.flatMap((text) => [text, ...text.split(/[\s@.]+/)]);
  return (
    estimate.check(password.slice(0, JUDGED_PASSWORD_LENGTH), known).score < MINIMUM_PASSWORD_SCORE
  );
};
