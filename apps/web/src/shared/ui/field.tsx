import { useId, type ReactNode } from 'react';
import styles from './text-field.module.css';

/** The attributes that connect a control with its label, hint and error. */
interface ControlAttributes {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly label: string;
  /** The error of the value, shown beside it. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Renders the control: a select, a textarea, a combobox. */
  readonly renderControl: (attributes: ControlAttributes) => ReactNode;
  /** Shown at the end of the control, such as a button. */
  readonly end?: ReactNode;
  /** Shown below the control. */
  readonly children?: ReactNode;
}

/** A control with its label, hint and error, which assistive technology reads out. */
export const Field = ({ label, error, hint, renderControl, end, children }: FieldProps) => {
  const id = useId();
  const described = [
    error === undefined ? '' : `${id}-fault`,
    hint === undefined ? '' : `${id}-hint`,
  ];
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['box']} data-faulty={error !== undefined}>
        {renderControl({
          id,
          className: styles['input'],
          'aria-invalid': error !== undefined,
          'aria-describedby': described.join(' ').trim() || undefined,
        })}
        {end}
      </div>
      {error !== undefined && (
        <p id={`${id}-fault`} className={styles['fault']}>
          {error}
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
