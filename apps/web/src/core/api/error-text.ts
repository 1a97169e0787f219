import { ApiError } from '@izgodno/contract/common/client';
import { currentLanguage, loadArea, loadedKey, type TextKey } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';

/** Why a call failed, in kinds that a user can act on. */
export type FailureKind = 'connection' | 'server' | 'refused';

export const failureKind = (error: unknown): FailureKind => {
  if (!(error instanceof ApiError)) return 'server';
  if (error.code === 'network' || error.code === 'timeout') return 'connection';
  return error.status >= 500 || error.code === 'unreadable' ? 'server' : 'refused';
};

const camelCase = (code: string): string =>
  code.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the text key for a failed call (specification, section 8). Each error code has a text;
 * texts of one feature are in the texts of that feature.
 */
export const errorText = (error: unknown): TextKey => {
  if (!(error instanceof ApiError)) return 'error.internal';
  switch (error.code) {
    case 'network':
      return 'error.connectionLost';
    case 'timeout':
      return 'error.network';
    case 'unreadable':
    case 'plain':
      // The page of a proxy before a server that is down.
      return error.status >= 500 ? 'error.internal' : 'error.tryAgain';
    default:
      return loadedKey(`error.${camelCase(error.code)}`, 'error.internal');
  }
};

/** Like `errorText`, for a user's action rather than for loading data. */
export const actionErrorText = (error: unknown): TextKey =>
  failureKind(error) === 'connection' ? 'error.networkForAction' : errorText(error);

/** Whether a call was rejected because the user's role requires a second factor. */
export const lacksSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_required';

/** Says in a toast why a user's action failed. */
export const showFailure = async (error: unknown): Promise<void> => {
  try {
    if (lacksSecondFactor(error)) await loadArea('accounts.factors');
  } catch {
    // If the specific text fails to load, the general one is shown.
  }
  showToast(currentLanguage().t(actionErrorText(error)), 'error');
};
