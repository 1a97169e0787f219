import type { PreviewDeal, RejectedRow } from '@izgodno/contract/sources/source';
import type { ConnectorContext, SourceDescription } from '../pipeline/connector.ts';
import { foldAll, type MappedDeal } from '#features/deals/api.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { importLimits } from '../pipeline/import-limits.ts';
import type { RejectionReport } from '../pipeline/rejection-report.ts';
import { createRecordSorter } from '../pipeline/sort-records.ts';
import type { SourceNetwork } from '../politeness/polite-http.ts';
import type { Timing } from '../politeness/timing.ts';
import { createReadingValidators } from '../politeness/validators.ts';
import type { RegisteredKind } from '../registry/connector-kinds.ts';

/** The number of rows read, and the largest numbers of deals and rejected rows shown. */
const LOOKED_AT = 200;
const SHOWN = 10;
/** Milliseconds for the whole preview. */
const PATIENCE = 20_000;

export interface FeedPreview {
  readonly description: SourceDescription;
  readonly rows: number;
  readonly rejectedCount: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly deals: readonly PreviewDeal[];
  readonly rejected: readonly RejectedRow[];
}

const presentDraft = (deal: MappedDeal): PreviewDeal => {
  const [image] = deal.media;
  return {
    externalId: deal.externalId,
    title: deal.title,
    price: { amount: deal.amount, currency: deal.currency },
    ...(deal.originalAmount === null
      ? {}
      : { originalPrice: { amount: deal.originalAmount, currency: deal.currency } }),
    category: deal.category,
    ...(deal.sourceCategory === null ? {} : { sourceCategory: deal.sourceCategory }),
    condition: deal.condition,
    link: deal.link,
    ...(image === undefined ? {} : { image: image.url }),
  };
};

export interface PreviewTools {
  readonly kind: RegisteredKind;
  /** The credentials that the administrator may name. */
  readonly credentials: ReadonlyMap<string, string>;
  readonly network: SourceNetwork;
  readonly timing: Timing;
}

/**
 * Reads the beginning of a feed, or some pages of a site, as the import would, and stores nothing.
 * Throws `ImportError`.
 */
export const previewFeed = async (
  config: Readonly<Record<string, unknown>>,
  { kind, credentials, network, timing }: PreviewTools,
): Promise<FeedPreview> => {
  const signal = AbortSignal.timeout(PATIENCE);
  const context: ConnectorContext = {
    http: network.forReading({ validators: createReadingValidators(new Map()), signal }),
    clock: timing.clock,
    cursor: null,
    signal,
    limits: importLimits,
    since: null,
    longestUnseen: async () => [],
    unseenOf: async () => [],
    knownLinks: async () => new Map(),
    credential(name) {
      const value = credentials.get(name);
      if (value !== undefined) return value;
      throw new ImportError('CREDENTIAL_MISSING', `SOURCE_CREDENTIALS has no ${name}.`);
    },
  };
  const rejected: RejectedRow[] = [];
  const rejections: RejectionReport = {
    async add({ row, externalId, rejection: { reason, detail } }) {
      if (rejected.length < SHOWN) {
        rejected.push({ row, externalId, reason, detail: detail.slice(0, SHOWN * 20) });
      }
    },
    close: async () => null,
  };
  const sorter = createRecordSorter(importLimits, rejections, false);
  const drafts: MappedDeal[] = [];
  const connector = kind.open(config, context);
  const report = (): FeedPreview => {
    const { rows, rejected: rejectedCount, reasons } = sorter.reading();
    return {
      description: connector.describe(),
      rows,
      rejectedCount,
      reasons: Object.fromEntries(Object.entries(reasons)),
      deals: foldAll(drafts).slice(0, SHOWN).map(presentDraft),
      rejected,
    };
  };
  try {
    for await (const { records } of connector.records()) {
      const sorted = await sorter.sort(records);
      drafts.push(...sorted.deals);
      // A site is read page by page, each after a pause.
      if (sorter.reading().rows >= LOOKED_AT || drafts.length >= SHOWN) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    if (drafts.length > 0) return report();
    throw new ImportError('SOURCE_UNREACHABLE', `No answer within ${PATIENCE / 1_000} s.`);
  }
  return report();
};
