import { ApiError } from '@izgodno/contract/common/client';
import { savedSearchFieldFaults } from '@izgodno/contract/saved-searches/calls';
import { actionErrorText } from '#core/api/error-text.ts';
import type { MessageKey } from '#core/language/language.ts';

/** Why a search was not saved. */
export const savingFault = (error: unknown): MessageKey => {
  if (!(error instanceof ApiError)) return actionErrorText(error);
  if (error.fields['name'] !== undefined) return 'searches.error.name';
  switch (error.fields['query']?.code) {
    case savedSearchFieldFaults.savedAlready:
      return 'searches.error.savedAlready';
    case savedSearchFieldFaults.emptySearch:
      return 'searches.error.empty';
    case savedSearchFieldFaults.invalidSearch:
      return 'searches.error.invalid';
    default:
      return actionErrorText(error);
  }
};
