import { normaliseTag, TAG_LIMITS } from '@izgodno/contract/deals/tags';
import { isSaleOn } from '../records/sale-period.ts';
import { hostOf } from '../records/base-url.ts';
import { toName } from '../records/draft-fields.ts';
import { cleanLine } from '../records/text.ts';
import { readWholePages } from '../records/whole-pages.ts';
import type { ProfitshareApi } from './profitshare-api.ts';
import type { Campaign } from './responses.ts';

/** The names of running campaigns, as tags, by the host of their shop. */
export type CampaignTags = ReadonlyMap<string, readonly string[]>;

const tagsByHost = (campaigns: readonly Campaign[], now: number): CampaignTags => {
  const tags = new Map<string, string[]>();
  for (const campaign of campaigns) {
    const host = hostOf(campaign.url.trim());
    const tag = cleanLine(normaliseTag(toName(campaign.name) ?? ''), TAG_LIMITS.length);
    if (host === null || tag === '' || !isSaleOn(`${campaign.startDate}/${campaign.endDate}`, now))
      continue;
    const known = tags.get(host) ?? [];
    if (!known.includes(tag)) tags.set(host, [...known, tag]);
  }
  return tags;
};

/** The tags of the shop with this URL. */
export const tagsOfShop = (tags: CampaignTags, link: string): readonly string[] =>
  tags.size === 0 ? [] : (tags.get(hostOf(link.trim()) ?? '') ?? []);

/** Reads the tags of the campaigns that run at `now`. */
export const readCampaignTags = async (
  api: Pick<ProfitshareApi, 'campaigns'>,
  now: number,
): Promise<CampaignTags> => {
  const campaigns: Campaign[] = [];
  for await (const { items } of readWholePages("Profitshare's campaigns", (page) =>
    api.campaigns(page),
  ))
    campaigns.push(...items);
  return tagsByHost(campaigns, now);
};
