import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';

export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** What is wrong with the value, beside it. */
  readonly fault?: string | undefined;
  readonly hint?: string | undefined;
  /** Stands at the end of the input, such as a button. */
  readonly end?: ReactNode;
  /** Stands below the input. */
  readonly children?: ReactNode;
}

/** An input of one line. */
export const TextField = ({ label, fault, hint, end, children, ...input }: TextFieldProps) => (
  <Field
    label={label}
    fault={fault}
    hint={hint}
    end={end}
    renderControl={(attributes) => <input {...input} {...attributes} />}
  >
    {children}
  </Field>
);
