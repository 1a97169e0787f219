import { sessionFieldFaults } from '@izgodno/contract/accounts/limits';
import { faultText } from '#core/forms/field-faults.ts';
import type { Translate } from '#core/language/language.ts';

/** The rules of a password that is chosen, not of one that is proven. */
export const newPasswordFaultText = (t: Translate, code: string): string =>
  faultText(t, code === sessionFieldFaults.passwordTooWeak ? 'password' : 'newPassword', code);
