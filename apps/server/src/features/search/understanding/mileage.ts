import { isForVehicle } from '../engine/analysis/years.ts';
import type { UnreadText } from './unread-text.ts';

const thousands = String.raw`(?:\d{1,3}(?:[ .,]?000| ?(?:хил(?:яд[аи])?\.?|hil(?:yad[ai]|qd[ai])?\.?|thousand|[кk]))|\d{4,6})`;
const unit = String.raw`(?:км\.?|km\.?|километра?|kilomet(?:er|re)s|kilometra?|miles|мили)`;
const limits =
  'до|под|максимум|макс\\.?|не повече от|не над|по[- ]малко от|най[- ]много|на|' +
  '(?:up )?to|under|below|less than|no more than|max|do|pod|na';

/** „до 150 хил. км“, "under 100k km", „между 50 и 100 хиляди километра“. */
const mileage = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?:(?:с|със|with|s) )?(?:(?:пробег|mileage|probeg) )?(?:` +
    `(?:${limits}) ${thousands} ?${unit}|` +
    String.raw`(?:(?:между|от|between|from|mejdu|ot) )?(?:${thousands}|\d{1,3}) ?(?:${unit} ?)?(?:[-–—]|до|и|to|and|do|i) ?${thousands} ?${unit}|` +
    String.raw`(?<=(?:пробег|mileage|probeg) )${thousands} ?(?:[-–—] ?${thousands})?(?: ?${unit})?` +
    ')(?: (?:пробег|mileage|probeg))?',
  'gu',
);

const digit = /\d/u;

/**
 * Reads how far a vehicle may have been driven, as typed. Deals state it in any words, so the answer says
 * that it is left out. Beside other products it stays words.
 */
export const readMileage = (text: UnreadText): string | null =>
  text.shows(digit)
    ? text.read(mileage, ({ 0: words, index, input }) =>
        isForVehicle(`${input.slice(0, index)} ${input.slice(index + words.length)}`)
          ? words
          : null,
      )
    : null;
