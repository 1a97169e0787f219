import { maskPhoneNumbers } from '@izgodno/contract/common/phone-numbers';
import { MEMBERS_SOURCE } from '@izgodno/contract/deals/vocabulary';

export interface TitledRow {
  readonly source_id: string;
  readonly title: string;
}

/** A deal's title for others than its seller and moderators: a member's telephone number is masked. */
export const publicTitle = ({ source_id, title }: TitledRow): string =>
  source_id === MEMBERS_SOURCE ? maskPhoneNumbers(title) : title;
