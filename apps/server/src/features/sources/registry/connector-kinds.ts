import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import type { Connector, ConnectorContext, ConnectorKind } from '../pipeline/connector.ts';
import { ImportError } from '../pipeline/import-error.ts';
import * as kinds from './kinds.ts';

/** A connector that parses its configuration when opened. */
export interface RegisteredKind {
  readonly name: string;
  readonly group: SourceGroup;
  readonly commission: boolean;
  readonly everySeconds: number;
  /** Throws `SOURCE_CONFIG_INVALID`. */
  open(config: unknown, context: ConnectorContext): Connector;
}

export const registerKind = <KindConfig>(kind: ConnectorKind<KindConfig>): RegisteredKind => ({
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

export type KindRegistry = ReadonlyMap<string, RegisteredKind>;

export const connectorKinds: KindRegistry = new Map(
  Object.values<ConnectorKind<unknown>>(kinds).map((kind) => [kind.name, registerKind(kind)]),
);
