import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { faultsOf, type FieldFaults, type FieldName } from './field-faults.ts';

export type FormValues<Field extends FieldName> = Readonly<Record<Field, string>>;

interface FormOptions<Field extends FieldName> {
  readonly fields: readonly Field[];
  /** Validates the values without calling the server. */
  readonly check: (values: FormValues<Field>) => FieldFaults;
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
  const [faults, setFaults] = useState<FieldFaults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const first = fields.find((field) => faults[field] !== undefined);
    const input = first === undefined ? null : form.current?.elements.namedItem(first);
    if (input instanceof HTMLInputElement) input.focus();
    // Depends on the errors only, because the list of fields is new at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [faults]);

  const submit = async (values: FormValues<Field>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setFaults({});
    try {
      await send(values);
    } catch (error) {
      const named = faultsOf(error);
      setFaults(named);
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
      setFaults(found);
      return;
    }
    void submit(values);
  };

  return { form, faults, failure, busy, onSubmit };
};
