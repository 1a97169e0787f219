/** The keys of a QWERTY keyboard, row by row, and what they produce in the Bulgarian layouts. */
const qwerty = "`qwertyuiop[]\\asdfghjkl;'zxcvbnm,./";
/** БДС 5237-1978, "typewriter". */
const bds = '(,уеишщксдзц;„ьяаожгтнвмчюйъэфхпрлб';
/** "Phonetic, traditional", and БДС 5237:2006 "phonetic". */
const phonetic = "чявертъуиопшщюасдфгхйкл;'зьцжбнм,./";
const newPhonetic = "ючшертъуиопящьасдфгхйкл;'зжцвбнм,./";

const tableOf = (from: string, to: string): ReadonlyMap<string, string> =>
  new Map(Array.from(from, (key, index) => [key, to.charAt(index)]));

const tables = [bds, phonetic, newPhonetic].flatMap((layout) => [
  tableOf(qwerty, layout),
  tableOf(layout, qwerty),
]);

const isCyrillic = /\p{Script=Cyrillic}/u;
/** English words have none of these: „лаптопче“ is no "laptop`e". */
const isMark = /[`[\]\\;]/u;

/**
 * The text as it reads if it was typed in the wrong keyboard layout: one reading for each layout.
 */
export const inOtherLayouts = (text: string): readonly string[] => {
  const lower = text.toLowerCase();
  const keys = Array.from(lower);
  return tables
    .filter(
      (table) => !keys.some((key) => isCyrillic.test(key) && isMark.test(table.get(key) ?? '')),
    )
    .map((table) => keys.map((key) => table.get(key) ?? key).join(''))
    .filter((reading) => reading !== lower);
};
