import { ApiError } from '@izgodno/contract/common/client';
import { priceAlertFieldErrors } from '@izgodno/contract/price-alerts/calls';
import { actionErrorText } from '#core/api/error-text.ts';
import type { TextKey } from '#core/language/language.ts';

/** Whether an alert was rejected because the product costs less than asked. */
export const isAlreadyBelow = (error: unknown): boolean =>
  error instanceof ApiError && error.fields['below']?.code === priceAlertFieldErrors.alreadyBelow;

/** Why an alert was not set. */
export const savingError = (error: unknown): TextKey =>
  isAlreadyBelow(error) ? 'alerts.alreadyBelow' : actionErrorText(error);
