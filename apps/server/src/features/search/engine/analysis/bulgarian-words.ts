/**
 * Bulgarian words that sound like English names of products, and are spelt as they are meant: „драма“ is
 * no "drum", „табла“ no "table", „байц“ no "bikes". The list is for native speakers to edit.
 */
export const bulgarianWords: ReadonlySet<string> = new Set(
  (
    'байц бег бик боец драма драми драмата загар къс къса късо къси овен оливия плат плата плета ' +
    'премия премии премиера сено табла таблата табло таблото'
  ).split(' '),
);
