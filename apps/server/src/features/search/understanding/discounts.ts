import { filters } from '@izgodno/contract/search/filters';
import type { UnreadText } from './unread-text.ts';

/** What says that a price is reduced. Not "for sale", "apartment sale", „промо код“. */
const reduced =
  '(?:намаление|намаления(?:та)?|намален(?:а|о|и|ите|ата)?|отстъпк(?:а|и|ата|ите)|промоци(?:я|и|ята|ите)|' +
  'промоционал\\p{L}*|промо(?! ?код)|' +
  '(?:(?:лятн|летн|зимн|пролетн|есенн|сезонн|коледн|великденск)(?:а|и|ата|ите) )?разпродажб(?:а|и|ата|ите)|' +
  'discounts?|discounted|reduced|(?:(?:summer|winter|spring|autumn|seasonal|christmas|easter) )?(?<!(?:for|(?:house|villa|apartment|flat|maisonette|penthouse|garage|plot)s?) )sale|clearance|promos?|promotions?|' +
  'черн(?:ия|и|ият) петък|черен петък|бл[еа]к фра(?:й?дей|йди)|black fr[ia]day|сайбър мъндей|cyber monday|namaleni[ea]|namalen[aoi]?|otstapk[ai]|promociq|promocii|promotsi[ai]|razprodajba|razprodazhba)(?![\\p{L}\\p{N}])';
const percent = String.raw`(?<percent>\d{1,2})(?: ?[-–] ?\d{1,2})? ?(?:%|процент(?:а|ово|ов)?|percent)`;
const atLeast = '(?:над|поне|минимум|мин\\.?|от|с|over|at least|min|-) ?';
const upTo = '(?<upTo>до|up to) ';

const patterns: readonly RegExp[] = [
  new RegExp(`(?:${upTo}|${atLeast})?${percent} ?(?:${reduced}|off)`, 'gu'),
  new RegExp(`(?:с |with )?${reduced} (?:${upTo}|${atLeast})?${percent}`, 'gu'),
  new RegExp(`- ?${percent}`, 'gu'),
  new RegExp(`(?:с |в |на |with |on )?${reduced}`, 'gu'),
];

/** The discount that a query asks for. */
export interface AskedDiscount {
  /** In percent. */
  readonly least: number;
  /** The part of the query that asks for it. */
  readonly words: string;
}

/** Any discount is the least that the filter offers. */
export const [ANY_DISCOUNT] = filters.minDiscount.steps;

/** Reads the discount that a query asks for. */
export const readDiscount = (text: UnreadText): AskedDiscount | null => {
  for (const pattern of patterns) {
    const found = text.read(pattern, ({ 0: words, groups }) => ({
      least:
        groups?.['upTo'] === undefined ? Number(groups?.['percent'] ?? ANY_DISCOUNT) : ANY_DISCOUNT,
      words,
    }));
    if (found !== null) return found.least > 0 ? found : null;
  }
  return null;
};
