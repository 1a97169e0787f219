import { sessionFieldFaults } from '@izgodno/contract/accounts/limits';
import { faultText } from '#core/forms/field-faults.ts';
import type { Translate } from '#core/language/language.ts';

/** The errors of a new password, as opposed to the current one. */
export const newPasswordFaultText = (t: Translate, code: string): string =>
  faultText(t, code === sessionFieldFaults.passwordTooWeak ? 'password' : 'newPassword', code);
