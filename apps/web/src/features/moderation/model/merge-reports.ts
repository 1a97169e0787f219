import type { MessageReport } from '@izgodno/contract/chat/moderation-calls';

interface Waiting {
  /** ISO 8601. */
  readonly firstReportedAt: string;
}

type Report = Pick<MessageReport, 'createdAt'> & { readonly message: { readonly id: string } };

/** A reported message or comment with its open reports, the first one first. */
export interface ReportedMessage<Of extends Report = MessageReport> extends Waiting {
  readonly message: Of['message'];
  readonly reports: readonly Of[];
}

/** Groups reports by their message, in their order. */
const groupByMessage = <Of extends Report>(
  reports: readonly Of[],
): readonly ReportedMessage<Of>[] =>
  [...Map.groupBy(reports, ({ message }) => message.id).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [{ message: first.message, firstReportedAt: first.createdAt, reports: group }];
  });

const timeOf = ({ firstReportedAt }: Waiting): number => Date.parse(firstReportedAt);

/**
 * One queue of deals and messages, longest waiting first. While more deals follow on the next page,
 * messages that were reported after the last of these deals are left out.
 */
export const mergeReports = <Deal extends Waiting, Of extends Report>(
  deals: readonly Deal[],
  moreDeals: boolean,
  messageReports: readonly Of[],
): readonly (Deal | ReportedMessage<Of>)[] => {
  const last = deals.at(-1);
  const end = moreDeals && last !== undefined ? timeOf(last) : Number.POSITIVE_INFINITY;
  const messages = groupByMessage(messageReports).filter((message) => timeOf(message) <= end);
  return [...deals, ...messages].toSorted((a, b) => timeOf(a) - timeOf(b));
};
