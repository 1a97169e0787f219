import { ApiError } from '@izgodno/contract/common/client';
import { savedSearchFieldErrors } from '@izgodno/contract/saved-searches/calls';
import { actionErrorText } from '#core/api/error-text.ts';
import type { TextKey } from '#core/language/language.ts';

/** Why a search was not saved. */
export const savingError = (error: unknown): TextKey => {
  if (!(error instanceof ApiError)) return actionErrorText(error);
  if (error.fields['name'] !== undefined) return 'searches.error.name';
  switch (error.fields['query']?.code) {
    case savedSearchFieldErrors.savedAlready:
      return 'searches.error.savedAlready';
    case savedSearchFieldErrors.emptySearch:
      return 'searches.error.empty';
    case savedSearchFieldErrors.invalidSearch:
      return 'searches.error.invalid';
    default:
      return actionErrorText(error);
  }
};
