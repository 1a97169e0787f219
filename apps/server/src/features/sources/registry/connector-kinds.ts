import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import { classifieds } from '../classifieds/classifieds.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import type { Connector, ConnectorContext, ConnectorKind } from '../pipeline/connector.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { profitshareCsv } from '../profitshare/csv/csv-feed.ts';
import { profitshare } from '../profitshare/profitshare.ts';
import { travelFeed } from '../travel-feed/travel-feed.ts';
import { travelpayouts } from '../travelpayouts/travelpayouts.ts';

/** A connector that parses its configuration when opened. */
export interface RegisteredKind {
  readonly name: string;
  readonly group: SourceGroup;
  readonly commission: boolean;
  readonly everySeconds: number;
  /** Throws `SOURCE_CONFIG_INVALID`. */
  open(config: unknown, context: ConnectorContext): Connector;
}

export const registerKind = <Config>(kind: ConnectorKind<Config>): RegisteredKind => ({
  name: kind.name,
  group: kind.group,
  commission: kind.commission,
  everySeconds: kind.everySeconds,
  open(config, context) {
    const parsed = parseUntrusted(kind.config, config);
    if (!parsed.success) {
      throw new ImportError('SOURCE_CONFIG_INVALID', z.prettifyError(parsed));
    }
    return kind.open(parsed.data, context);
  },
});

/** Every kind of source. Add a new one here. */
const kinds: readonly RegisteredKind[] = [
  registerKind(merchantFeed),
  registerKind(profitshare),
  registerKind(profitshareCsv),
  registerKind(travelpayouts),
  registerKind(travelFeed),
  registerKind(classifieds),
];

export type KindRegistry = ReadonlyMap<string, RegisteredKind>;

export const connectorKinds: KindRegistry = new Map(kinds.map((kind) => [kind.name, kind]));
