import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '@izgodno/contract/common/client';
import * as z from 'zod/mini';

const credentialNames = [
  'name',
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'code',
] as const;
const fieldNames = [...credentialNames, 'text'] as const;

export type CredentialName = (typeof credentialNames)[number];
export type FieldName = (typeof fieldNames)[number];

/** The error of each invalid field: a code of the schema library or of the server. */
export type FieldErrors = Partial<Record<FieldName, string>>;

/** A control whose value the user types. */
const isTextControl = (control: unknown): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;

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
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** The names of the fields changed since the errors were found, which no longer show theirs. */
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const first = fields.find((field) => errors[field] !== undefined);
    const input = first === undefined ? null : element.current?.elements.namedItem(first);
    if (isTextControl(input)) input.focus();
    // Depends on the errors only, because the list of fields is new at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [errors]);

  const form = useCallback((current: HTMLFormElement) => {
    element.current = current;
    const onInput = ({ target }: Event): void => {
      if (!isTextControl(target)) return;
      setChanged((names) => (names.includes(target.name) ? names : [...names, target.name]));
    };
    current.addEventListener('input', onInput);
    return () => {
      element.current = null;
      current.removeEventListener('input', onInput);
    };
  }, []);

  const show = (found: FieldErrors): void => {
    setErrors(found);
    setChanged([]);
  };

  const submit = async (values: FormValues<Field>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    show({});
    try {
      await send(values);
    } catch (error) {
      const named = errorsOf(error);
      show(named);
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
      show(found);
      return;
    }
    void submit(values);
  };

  const shown = keep((field) => (changed.includes(field) ? undefined : errors[field]));
  return { form, errors: shown, failure, busy, onSubmit };
};
