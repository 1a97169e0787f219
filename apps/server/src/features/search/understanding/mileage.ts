import { isForVehicle } from '../engine/analysis/years.ts';
import type { UnreadText } from './unread-text.ts';

const counts = String.raw`(?:хил(?:яд[аи])?\.?|hil(?:yad[ai]|qd[ai])?\.?|thousand|[кk])`;
const amount = String.raw`(?:\d{1,3}(?:[ .,]?000| ?${counts})|\d{4,6})`;
/** „2015 до 150000 км“ begins with a year. */
const noYear = String.raw`(?!(?:19|20)\d\d(?!\d))`;
const unit = String.raw`(?:км\.?|km\.?|километ(?:ра|ри|ър)|kilomet(?:er|re)s|kilomet(?:ra|ri)|miles|мили)`;
const said = '(?:пробег|mileage|probeg)';
const limits =
  'до|под|максимум|макс\\.?|не повече от|не над|по[- ]малко от|най[- ]много|на|' +
  '(?:up )?to|under|below|less than|no more than|max|do|pod|na';
const least = '(?:между|от|between|from|mejdu|ot)';
const joint = '(?: ?[-–—] ?| (?:до|и|to|and|do|i) )';

/** „до 150 хил. км“, "under 100k km", „между 50 и 100 хиляди километра“, „пробег до 150000“. */
const mileage = new RegExp(
  String.raw`(?<![\p{L}\d.,-])(?:(?:с|със|with|s) )?(?:${said} )?(?:` +
    `(?:${limits}) ${amount} ?${unit}|` +
    `${least} ${noYear}${amount}(?: ?${unit})?${joint}${amount} ?${unit}|` +
    String.raw`${least} \d{1,3}${joint}\d{1,3} ?${counts} ?${unit}|` +
    `${noYear}${amount}(?: ?${unit})? ?[-–—] ?${amount} ?${unit}|` +
    String.raw`\d{1,3}[-–—]\d{1,3} ?${counts} ?${unit}|` +
    `(?<=${said} )(?:(?:${limits}) )?${noYear}${amount}(?: ?[-–—] ?${amount})?(?: ?${unit})?` +
    String.raw`)(?![\p{L}\d])(?: ${said})?`,
  'gu',
);

/** Tried first, because it takes less time than to read an amount. */
const namesDistance = /км|km|килом|kilom|mile|мили|пробег|probeg/u;

/**
 * Reads how far a vehicle may have been driven, as typed. Deals state it in any words, so the answer says
 * that it is left out. Beside other products it stays words.
 */
export const readMileage = (text: UnreadText): string | null => {
  if (!text.shows(namesDistance)) return null;
  let isOfVehicle: boolean | undefined;
  return text.read(mileage, ({ 0: words, index, input }) => {
    isOfVehicle ??= isForVehicle(`${input.slice(0, index)} ${input.slice(index + words.length)}`);
    return isOfVehicle ? words : null;
  });
};
