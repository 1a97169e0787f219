const letters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
};

/** Romanises Bulgarian by the Transliteration Act of 2009, including its rule for a final „ия". */
export const romanise = (text: string): string =>
  text.replace(/ия(?!\p{L})/gu, 'ia').replace(/[а-я]/giu, (letter) => {
    const latin = letters[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });

/** Informal Latin spellings of letters, in addition to the official one. */
const habits: Readonly<Record<string, readonly string[]>> = {
  в: ['w'],
  ж: ['j'],
  й: ['i', 'j'],
  х: ['x', 'kh'],
  ц: ['c', 'tz'],
  ч: ['4'],
  ш: ['6'],
  щ: ['sht', '6t'],
  ъ: ['u', 'y'],
  ю: ['iu', 'ju'],
  я: ['ia', 'ja', 'q'],
};

/** Longer names would have more combinations than people use in one word. */
const MAX_SPELLINGS = 400;

/** The lower-case Latin spellings of a Bulgarian name; the official one first. */
export const latinSpellings = (name: string): readonly string[] => {
  let spellings: readonly string[] = [''];
  for (const letter of name.toLowerCase()) {
    const ways = [letters[letter] ?? letter, ...(habits[letter] ?? [])];
    const [official = ''] = ways;
    const next = spellings.flatMap((start) => ways.map((way) => start + way));
    spellings = next.length <= MAX_SPELLINGS ? next : spellings.map((start) => start + official);
  }
  return [...new Set([romanise(name).toLowerCase(), ...spellings])];
};
