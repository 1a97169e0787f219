/** A word and the number of deals with it. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

export const mostFrequentFirst = (a: CountedWord, b: CountedWord): number =>
  b.count - a.count || (a.word < b.word ? -1 : 1);
