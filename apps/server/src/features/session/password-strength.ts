import { MINIMUM_PASSWORD_SCORE } from '@izgodno/contract/accounts/limits';

/**
 * How much of a password is judged: a longer one is no weaker than its beginning. This and the next
 * bound the time that a password made for it can take from everyone else; unbounded, it was 0.3 s.
 */
const JUDGED_CHARACTERS = 40;
/** How many ways are tried to read digits and signs as the letters they stand for. */
const SUBSTITUTIONS = 8;

// Two megabytes of word lists, read when the first password is judged.
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

/** Whether a password would be among the first million guesses of who knows the person's name and address. */
export const isWeakPassword = async (
  password: string,
  personal: readonly string[],
): Promise<boolean> => {
  estimator ??= loadEstimator();
  const judge = await estimator;
  const known = personal.flatMap((text) => [text, ...text.split(/[\s@.]+/)]);
  return judge.check(password.slice(0, JUDGED_CHARACTERS), known).score < MINIMUM_PASSWORD_SCORE;
};
