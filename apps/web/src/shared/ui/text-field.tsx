import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './text-field.module.css';

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

/** An input with its name, its hint and its fault, all of which assistive technology reads out. */
export const TextField = ({ label, fault, hint, end, children, ...input }: TextFieldProps) => {
  const id = useId();
  const described = [
    fault === undefined ? '' : `${id}-fault`,
    hint === undefined ? '' : `${id}-hint`,
  ];
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['box']} data-faulty={fault !== undefined}>
        <input
          {...input}
          id={id}
          className={styles['input']}
          aria-invalid={fault !== undefined}
          aria-describedby={described.join(' ').trim() || undefined}
        />
        {end}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles['fault']}>
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
};
