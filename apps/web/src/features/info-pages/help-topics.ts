/** What the help answers, in the order in which it is shown. */
export const helpTopics = [
  'searching',
  'filters',
  'prices',
  'discounts',
  'favorites',
  'posting',
  'chat',
  'files',
  'account',
  'language',
  'report',
] as const;

interface Topic {
  readonly question: string;
  readonly answer: string;
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The topics in which a word begins with each word sought; all of them where none is sought. */
export const findTopics = <Found extends Topic>(
  topics: readonly Found[],
  sought: string,
): readonly Found[] => {
  const wanted = wordsOf(sought);
  return topics.filter(({ question, answer }) => {
    const words = wordsOf(`${question} ${answer}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
};
