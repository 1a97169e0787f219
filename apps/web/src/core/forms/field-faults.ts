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
      return t('fault.passwordTooWeak');
    case sessionFieldFaults.passwordBreached:
      return t('fault.passwordBreached');
    case sessionFieldFaults.passwordOfProduct:
      return t('fault.passwordOfProduct');
    case sessionFieldFaults.wrongCode:
      return t('fault.wrongCode');
    case sessionFieldFaults.wrongPassword:
      return t('error.wrongPassword');
    case sessionFieldFaults.emailTaken:
      return t('error.emailTaken');
    default:
      switch (field) {
        case 'name':
          return t('fault.name', { ...NAME_LENGTH });
        case 'email':
          return t('fault.email');
        case 'code':
          return t('fault.code');
        case 'newPassword':
          return t('fault.newPassword', { ...PASSWORD_LENGTH });
        default:
          return t('fault.password');
      }
  }
};
