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

/**
 * The text as it reads if it was typed in the wrong keyboard layout: one reading for each layout.
 */
export const inOtherLayouts = (text: string): readonly string[] => {
  const lower = text.toLowerCase();
  return tables
    .map((table) => Array.from(lower, (key) => table.get(key) ?? key).join(''))
    .filter((reading) => reading !== lower);
};
