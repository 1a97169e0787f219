import { ApiError } from '@izgodno/contract/common/client';
import {
  NAME_LENGTH,
  PASSWORD_LENGTH,
  sessionFieldFaults,
} from '@izgodno/contract/accounts/limits';
import * as z from 'zod/mini';
import type { Translate } from '#core/language/language.ts';

export type FieldName = 'name' | 'email' | 'password' | 'currentPassword' | 'newPassword' | 'code';

/** The error of each invalid field: a code of the schema library or of the server. */
export type FieldFaults = Partial<Record<FieldName, string>>;

const fieldNames = ['name', 'email', 'password', 'currentPassword', 'newPassword', 'code'] as const;

const keep = (codeOf: (field: FieldName) => string | undefined): FieldFaults => {
  const faults: FieldFaults = {};
  for (const field of fieldNames) {
    const code = codeOf(field);
    if (code !== undefined) faults[field] = code;
  }
  return faults;
};

/** Validates the values with the contract's schema, before the server is called. */
export const findFaults = (schema: z.ZodMiniType, values: object): FieldFaults => {
  const issues = z.safeParse(schema, values).error?.issues ?? [];
  return keep((field) => issues.find(({ path }) => path[0] === field)?.code);
};

/** The server's errors by field. */
export const faultsOf = (error: unknown): FieldFaults =>
  error instanceof ApiError ? keep((field) => error.fields[field]?.code) : {};

/** The error text beside the field. */
export const faultText = (t: Translate, field: FieldName, code: string): string => {
  switch (code) {
    case sessionFieldFaults.passwordTooWeak:
      return t('fieldError.passwordTooWeak');
    case sessionFieldFaults.passwordBreached:
      return t('fieldError.passwordBreached');
    case sessionFieldFaults.passwordOfProduct:
      return t('fieldError.passwordOfProduct');
    case sessionFieldFaults.wrongCode:
      return t('fieldError.wrongCode');
    case sessionFieldFaults.wrongPassword:
      return t('error.wrongPassword');
    case sessionFieldFaults.emailTaken:
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
