import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';

/** A required email field. For an account to sign in to, `autoComplete` is "username". */
export const EmailField = (field: Omit<TextFieldProps, 'name' | 'type'>) => (
  <TextField
    name="email"
    type="email"
    autoComplete="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    required
    {...field}
  />
);

export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** The error of the value, shown beside it. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Shown at the end of the input, such as a button. */
  readonly end?: ReactNode;
  /** Shown below the input. */
  readonly children?: ReactNode;
}

/** A single-line input. */
export const TextField = ({ label, error, hint, end, children, ...input }: TextFieldProps) => (
  <Field
    label={label}
    error={error}
    hint={hint}
    end={end}
    renderControl={(attributes) => <input {...input} {...attributes} />}
  >
    {children}
  </Field>
);
