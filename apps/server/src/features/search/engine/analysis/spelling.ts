import { inOtherScript, startsCyrillic } from '@izgodno/contract/common/transliteration';
import { brandsNear } from './brand-typos.ts';
import { isSpeltAsMeant } from './bulgarian-words.ts';
import { conceptOf } from './concepts.ts';
import { productsOfSound } from './sounds.ts';
import { stem } from './stem.ts';
import type { TermVariant, Vocabulary } from './types.ts';
import { exactScore, formsOf, isKnown } from './word-variants.ts';

const prefixScore = 70;

/** Shorter prefixes match too many words. */
export const shortestPrefix = 2;
const completionsLimit = 8;

/** The word lengths from which one, and two, edits are allowed. */
const oneEditLength = 4;
const twoEditsLength = 8;
/** In the other script shorter words are near to others by chance („лего“ and "legs"). */
const otherScriptLength = 6;
/** With another first letter, shorter words are others: „парче“ is no „зарче“. */
const otherFirstLength = 6;
/** Words read from the vocabulary for one spelling, before the best are chosen. */
const nearLimit = 16;

/** Numbers of spellings in the other script that are completed, corrected, and looked up by their sound. */
const completedSpellings = 4;
const soundSpellings = 4;
const correctedSpellings = 2;

const likeliestInOtherScript = (word: string, limit: number): string[] =>
  inOtherScript(word)
    .slice(0, limit)
    .map(({ text }) => text);

/** In the other script shorter beginnings are those of unrelated words: „сол“ and "solid". */
const otherScriptPrefix = 4;

/** The prefixes that are looked for in place of one. */
const spellingsOfPrefix = (prefix: string, otherScriptFrom: number): readonly string[] => {
  if (prefix.length < shortestPrefix) return [];
  const others =
    prefix.length < otherScriptFrom ? [] : likeliestInOtherScript(prefix, completedSpellings);
  return [prefix, ...others];
};

/**
 * Words of either script with the typed prefix, the most frequent first. `otherScriptFrom` is the
 * shortest prefix that is looked for in the other script.
 */
export const completionsOf = (
  prefix: string,
  vocabulary: Vocabulary,
  limit: number,
  otherScriptFrom = shortestPrefix,
): readonly string[] => {
  const words = spellingsOfPrefix(prefix, otherScriptFrom).flatMap((spelling) =>
    vocabulary.startingWith(spelling, limit),
  );
  return [...new Set(words)]
    .map((word) => ({ word, frequency: vocabulary.frequency(word) }))
    .sort((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, limit)
    .map(({ word }) => word);
};

/** The prefixes, one of which each completion of an unfinished word has. */
export const prefixesOfWord = (word: string): readonly string[] =>
  spellingsOfPrefix(word, otherScriptPrefix);

/** Replaces an unfinished word by its completions. */
export const completeWord = (word: string, vocabulary: Vocabulary): readonly TermVariant[] =>
  completionsOf(word, vocabulary, completionsLimit, otherScriptPrefix).map((term) => ({
    term,
    score: prefixScore,
  }));

const editsAllowed = (word: string): 0 | 1 | 2 => {
  if (word.length < oneEditLength) return 0;
  return word.length < twoEditsLength ? 1 : 2;
};

interface Candidate {
  readonly term: string;
  readonly effort: number;
}

interface Spelling {
  readonly spelling: string;
  readonly isOtherScript: boolean;
  readonly isStem: boolean;
}

const isName = (term: string): boolean => conceptOf(stem(term)) !== undefined;

/** What English makes other words with: a "driver" is not "driven". */
const english = /(?:er|or|ed|en|ing|ly|est)s?$/u;

const isOtherForm = (word: string, term: string): boolean =>
  english.test(word) &&
  english.test(term) &&
  word.replace(english, '') === term.replace(english, '');

const nearTo = (
  { spelling, isOtherScript, isStem }: Spelling,
  vocabulary: Vocabulary,
): Candidate[] => {
  const edits = editsAllowed(spelling);
  if (edits === 0 || (isOtherScript && spelling.length < otherScriptLength)) return [];
  const near = vocabulary.near(spelling, edits, nearLimit);
  // A short word is near to any: "pica" (pizza) is no "pick". So is one that also begins otherwise,
  // unless only its first letter is mistyped: „железница“ is no „бележник“, "driver" no "river".
  const meant = near.filter(({ term, edits: made }) => {
    if (term[0] === spelling[0]) return spelling.length > oneEditLength || isName(term);
    const isMistyped = spelling.length >= otherFirstLength && term.length === spelling.length;
    return made < 2 && !isStem && (isName(term) || isMistyped);
  });
  return meant.map((found) => ({
    term: found.term,
    // The first letter is seldom wrong, a typo in a transliteration is less likely, and people
    // search for products.
    effort:
      found.edits * 4 +
      (found.term[0] === spelling[0] ? 0 : 2) +
      (isOtherScript ? 2 : 0) +
      (isStem ? 1 : 0) -
      (isName(found.term) ? 1 : 0),
  }));
};

const nearestTo = (word: string, vocabulary: Vocabulary): string | null => {
  const spellings = [
    ...[...new Set([word, stem(word)])].map((spelling) => ({
      spelling,
      isOtherScript: false,
      isStem: spelling !== word,
    })),
    ...likeliestInOtherScript(word, correctedSpellings).map((spelling) => ({
      spelling,
      isOtherScript: true,
      isStem: false,
    })),
  ];
  // A name with one edit; of what is as near, the words of deals come first.
  const ofBrands = brandsNear(word).map((term) => ({ term, effort: 3 }));
  const candidates = [...spellings.flatMap((spelling) => nearTo(spelling, vocabulary)), ...ofBrands]
    .filter(({ term }) => !/\d/u.test(term) && !isOtherForm(word, term))
    .sort((a, b) => a.effort - b.effort);
  return candidates[0]?.term ?? null;
};

/** Shorter words sound like others by chance. */
const soundLength = 5;

/** How the same sounds are also spelt: "headfone", "bycicle", „парфйум“. */
const otherSpellings: readonly ((word: string) => string)[] = [
  (word) => word.replaceAll('f', 'ph'),
  (word) => word.replaceAll(/[iy]/gu, (letter) => (letter === 'i' ? 'y' : 'i')),
  (word) => word.replaceAll('k', 'c'),
  (word) => word.replaceAll('йу', 'ю').replaceAll('йа', 'я'),
  (word) => word.replaceAll('йо', 'ьо'),
];

/** Endings of diminutives, and those of the words that they are made of: „рокличка“ of „рокля“. */
const diminutives: readonly (readonly [ending: RegExp, endings: readonly string[]])[] = [
  [/ич(?:ка|ката)$/u, ['а', 'я', 'ица']],
  [/ълц(?:е|ето|а|ата)$/u, ['ло']],
  [/ич(?:ки|ките)$/u, ['и', 'а', 'я', 'ица']],
  [/нич(?:е|ета?|ето|етата|ек)$/u, ['ник']],
  [/енц(?:е|ето|а|ата)$/u, ['е']],
  [/ц(?:е|ето|а|ата)$/u, ['о']],
  [/ч(?:е|ето|ета|етата)$/u, ['']],
];

/** The words that one may be a diminutive of. */
const biggerThings = (word: string): readonly string[] =>
  diminutives.flatMap(([ending, endings]) =>
    ending.test(word) ? endings.map((bigger) => word.replace(ending, bigger)) : [],
  );

/** „орехова“ of „орех“ */
const made = /ов(?:а|о|и|ия|ият|ата|ото|ите)?$/u;

/** What things are made of, or have a taste or smell of: „столова“ is no „стол“, and „подова“ no „под наем“. */
const materials: ReadonlySet<string> = new Set(
  (
    'бамбук бетон бор брокат бронз бук велур гранит канап картон кашмир кварц кедър кестен кокос корал ' +
    'корк лимон мед мохер никел орех памук плюш портокал сатен тик титан фурнир хром шоколад явор ясен'
  ).split(' '),
);

const materialOf = (word: string): readonly string[] => {
  const material = word.replace(made, '');
  return material !== word && materials.has(material) ? [material] : [];
};

/** The words that one may be derived from. */
const origins = (word: string): readonly string[] => [...biggerThings(word), ...materialOf(word)];

const likeSounding = (word: string, vocabulary: Vocabulary): string | null => {
  if (word.length < soundLength) return null;
  const isMeant = (spelt: string): boolean =>
    spelt !== word && isKnown(formsOf(spelt, exactScore), vocabulary);
  const inBulgarian = startsCyrillic(word) ? [word] : likeliestInOtherScript(word, soundSpellings);
  return (
    otherSpellings.map((spell) => spell(word)).find(isMeant) ??
    inBulgarian.flatMap(origins).find((origin) => vocabulary.frequency(origin) > 0) ??
    inBulgarian.flatMap(productsOfSound).find(isMeant) ??
    null
  );
};

/** The word that an unknown one sounds like, or the nearest word or brand under any of its readings; null if there is none. */
export const correctWord = (word: string, vocabulary: Vocabulary): string | null =>
  isSpeltAsMeant(word) ? null : (likeSounding(word, vocabulary) ?? nearestTo(word, vocabulary));
