import * as z from 'zod/mini';
import { defineConnector } from '../pipeline/connector.ts';
import { withoutSecrets } from '../records/base-url.ts';
import { storedAccessSchema } from '../records/feed-access.ts';
import { openDocument } from '../records/open-document.ts';
import { createMerchantFeed } from './merchant-feed.ts';

const configSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  access: z.optional(storedAccessSchema),
});
type MerchantFeedConfig = z.infer<typeof configSchema>;

/** A shop's Google Merchant feed, read by schedule. */
export const merchantFeed = defineConnector<MerchantFeedConfig>({
  name: 'merchant-feed',
  config: configSchema,
  group: 'other',
  commission: false,
  everySeconds: 3_600,
  open: ({ url, access }, context) =>
    createMerchantFeed({
      origin: withoutSecrets(url),
      async open() {
        const document = await openDocument(context, { url, access });
        return document === null ? null : { ...document, sourceName: new URL(url).hostname };
      },
      now: context.clock.now(),
      limits: context.limits,
    }),
});
