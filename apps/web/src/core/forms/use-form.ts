import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '@izgodno/contract/common/client';
import {
  NAME_LENGTH,
  PASSWORD_LENGTH,
  sessionFieldErrors,
} from '@izgodno/contract/accounts/limits';
import * as z from 'zod/mini';
import type { Translate } from '#core/language/language.ts';

export type FieldName = 'name' | 'email' | 'password' | 'currentPassword' | 'newPassword' | 'code';

/** The error of each invalid field: a code of the schema library or of the server. */
export type FieldErrors = Partial<Record<FieldName, string>>;

const fieldNames = ['name', 'email', 'password', 'currentPassword', 'newPassword', 'code'] as const;

const keep = (codeOf: (field: FieldName) => string | undefined): FieldErrors => {
  const errors: FieldErrors = {};
  for (const field of fieldNames) {
    const code = codeOf(field);
    if (code !== undefined) errors[field] = code;
  }
  return errors;
};

/** Validates the values with the contract's schema, before the server is called. */
export const findFieldErrors = (schema: z.ZodMiniType, values: object): FieldErrors => {
  const issues = z.safeParse(schema, values).error?.issues ?? [];
  return keep((field) => issues.find(({ path }) => path[0] === field)?.code);
};

/** The server's errors by field. */
const errorsOf = (error: unknown): FieldErrors =>
  error instanceof ApiError ? keep((field) => error.fields[field]?.code) : {};

/** The error text beside the field. */
export const fieldErrorText = (t: Translate, field: FieldName, code: string): string => {
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

export type FormValues<Field extends FieldName> = Readonly<Record<Field, string>>;

interface FormOptions<Field extends FieldName> {
  readonly fields: readonly Field[];
  /** Validates the values without calling the server. */
  readonly check: (values: FormValues<Field>) => FieldErrors;
  /** Submits the form. Throws on failure. */
  readonly send: (values: FormValues<Field>) => Promise<void>;
}

const readValues = <Field extends FieldName>(form: HTMLFormElement, fields: readonly Field[]) => {
  const data = new FormData(form);
  const text = (field: Field): string => {
    const value = data.get(field);
    return typeof value === 'string' ? value : '';
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries loses the type of its keys.
  return Object.fromEntries(fields.map((field) => [field, text(field)])) as Record<Field, string>;
};

/**
 * A form with uncontrolled inputs, which password managers can read. The first invalid field takes
 * the focus, so that screen readers read its error.
 */
export const useForm = <Field extends FieldName>({ fields, check, send }: FormOptions<Field>) => {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const first = fields.find((field) => errors[field] !== undefined);
    const input = first === undefined ? null : form.current?.elements.namedItem(first);
    if (input instanceof HTMLInputElement) input.focus();
    // Depends on the errors only, because the list of fields is new at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [errors]);

  const submit = async (values: FormValues<Field>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setErrors({});
    try {
      await send(values);
    } catch (error) {
      const named = errorsOf(error);
      setErrors(named);
      if (Object.keys(named).length === 0) setFailure(error);
    }
    setBusy(false);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    const values = readValues(event.currentTarget, fields);
    const found = check(values);
    if (Object.keys(found).length > 0) {
      setFailure(null);
      setErrors(found);
      return;
    }
    void submit(values);
  };

  return { form, errors, failure, busy, onSubmit };
};
