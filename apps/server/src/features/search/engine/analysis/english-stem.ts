const vowel = /[aeiouy]/u;
const doubled = /([bdfgmnprt])\1$/u;

const withoutPlural = (word: string): string => {
  if (!word.endsWith('s') || /(?:ss|us|is)$/u.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:x|ch|sh|s|z)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
};

const withoutVerbEnding = (word: string): string => {
  let ending = 0;
  if (word.endsWith('ing')) ending = 3;
  else if (word.endsWith('ed') && !word.endsWith('eed')) ending = 2;
  const base = word.slice(0, word.length - ending);
  if (ending === 0 || base.length < 3 || !vowel.test(base)) return word;
  return doubled.test(base) ? base.slice(0, -1) : base;
};

/** A light stemmer: removes number, -ing and -ed, and nothing that changes a word's meaning. */
export const stemEnglish = (word: string): string => {
  if (word.length < 4) return word;
  const base = withoutVerbEnding(withoutPlural(word));
  if (base.length < 4) return base;
  if (base.endsWith('e')) return base.slice(0, -1);
  return base.endsWith('y') ? `${base.slice(0, -1)}i` : base;
};
