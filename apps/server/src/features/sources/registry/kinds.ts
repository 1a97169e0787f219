/** Every kind of source, a line each. */
export { classifieds } from '../classifieds/classifieds.ts';
export { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
export { profitshare } from '../profitshare/profitshare.ts';
export { profitshareCsv } from '../profitshare/csv/csv-feed.ts';
export { siteClassifieds, siteShop } from '../site/site.ts';
export { travelFeed } from '../travel-feed/travel-feed.ts';
export { travelpayouts } from '../travelpayouts/travelpayouts.ts';
