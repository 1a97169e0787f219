import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { SILENT_AFTER } from '../nodes/register-nodes.ts';
import { type Check, type Examined, whole, wrong } from './check.ts';
import { checkBus, withDatabase } from './service-checks.ts';

const COUNT_NODES = `
  SELECT count(*)::int AS nodes FROM nodes WHERE reported_at >= now() - interval '${SILENT_AFTER}'`;

const countSchema = z.tuple([z.object({ nodes: z.number() })]);

/** The nodes that report to the database; 0 if it does not respond, which its own check reports. */
const countNodes = async ({
  connectionString,
}: Pick<Examined, 'connectionString'>): Promise<number> => {
  if (connectionString === null) return 0;
  const rows = await withDatabase(
    connectionString,
    async (client) => (await client.query(COUNT_NODES)).rows,
  ).catch(() => null);
  return rows === null ? 0 : expectShape(countSchema, rows)[0].nodes;
};

/** Whether the nodes reach each other: one needs no bus. */
export const checkNodes: Check = async (examined, signal) => {
  const nodes = examined.settings.BUS_URL === undefined ? await countNodes(examined) : 0;
  if (nodes < 2) return checkBus(examined, signal);
  const [count, countBg] = whole(nodes);
  return wrong(
    'error',
    [
      `${count} nodes use this database without a bus: each sends messages to its own users only, and may not have the files of the others.`,
      `${countBg} възела ползват тази база данни без шина за съобщения: всеки изпраща съобщения само до своите потребители и може да няма файловете на другите.`,
    ],
    [
      'Set BUS_URL and S3_BUCKET to the same values for all nodes. A node that was killed counts for a minute.',
      'Задайте на всички възли еднакви BUS_URL и S3_BUCKET. Спрян принудително възел се брои още минута.',
    ],
  );
};
