import { normalise } from '@izgodno/contract/common/normalise';

/** The least number of letters beside the product's name. */
const OWN_LETTERS = 4;

const NAMES = ['izgodno', 'изгодно'];

/** Digits and signs typed in place of letters. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};

/** Cyrillic as typed in Latin letters, so that mixed spellings are recognised too. */
const CYRILLIC: Readonly<Record<string, string>> = {
  и: 'i',
  з: 'z',
  г: 'g',
  о: 'o',
  д: 'd',
  н: 'n',
  а: 'a',
  е: 'e',
  с: 's',
  т: 't',
};

interface Letter {
  readonly letter: string;
  /** Whether a letter was typed, not a digit or sign in its place. */
  readonly typed: boolean;
}

const isLetter = (text: string): boolean => /^\p{L}$/u.test(text);

const lettersOf = (text: string, leet: boolean): Letter[] =>
  Array.from(normalise(text, 'NFKC').toLowerCase(), (sign) => {
    const letter = leet ? (LEET[sign] ?? sign) : sign;
    return { letter: CYRILLIC[letter] ?? letter, typed: isLetter(sign) };
  }).filter(({ letter }) => isLetter(letter));

const join = (letters: readonly Letter[]): string => letters.map(({ letter }) => letter).join('');

/** How many letters were typed beside a name; null if it does not occur. */
const lettersBeside = (name: string, letters: readonly Letter[]): number | null => {
  const rest = [...letters];
  for (let at = join(rest).indexOf(name); at >= 0; at = join(rest).indexOf(name))
    rest.splice(at, name.length);
  return rest.length === letters.length ? null : rest.filter(({ typed }) => typed).length;
};

/** Whether a password is little more than the product's name with digits and signs. */
export const isMadeOfProduct = (password: string, siteName: string): boolean => {
  const names = [...NAMES, siteName]
    .map((name) => join(lettersOf(name, false)))
    .filter((name) => name.length >= OWN_LETTERS);
  return [true, false].some((leet) => {
    const letters = lettersOf(password, leet);
    return names.some((name) => (lettersBeside(name, letters) ?? OWN_LETTERS) < OWN_LETTERS);
  });
};
