import {
  NAME_LENGTH,
  PASSWORD_LENGTH,
  sessionFieldErrors,
} from '@izgodno/contract/accounts/limits';
import type { CredentialName } from '#core/forms/use-form.ts';
import type { Translate } from '#core/language/language.ts';

/** The error text beside the field. */
export const fieldErrorText = (t: Translate, field: CredentialName, code: string): string => {
  switch (code) {
    case sessionFieldErrors.passwordTooWeak:
      return t('fieldError.passwordTooWeak');
    case sessionFieldErrors.passwordBreached:
      return t('fieldError.passwordBreached');
    case sessionFieldErrors.passwordOfProduct:
      return t('fieldError.passwordOfProduct');
    case sessionFieldErrors.wrongCode:
      return t('fieldError.wrongCode');
    case sessionFieldErrors.wrongPassword:
      return t('error.wrongPassword');
    case sessionFieldErrors.emailTaken:
      return t('error.emailTaken');
    default:
      switch (field) {
        case 'name':
          return t('fieldError.name', { ...NAME_LENGTH });
        case 'email':
          return t('fieldError.email');
        case 'code':
          return t('fieldError.code');
        case 'newPassword':
          return t('fieldError.newPassword', { ...PASSWORD_LENGTH });
        default:
          return t('fieldError.password');
      }
  }
};
