import { useId, type ReactNode } from 'react';
import styles from './text-field.module.css';

/** What a control must bear to be known by the label, hint and fault around it. */
interface ControlAttributes {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly label: string;
  /** What is wrong with the value, beside it. */
  readonly fault?: string | undefined;
  readonly hint?: string | undefined;
  /** Draws the control: a choice, a text of several lines, a field with a list. */
  readonly renderControl: (attributes: ControlAttributes) => ReactNode;
  /** Stands at the end of the control, such as a button. */
  readonly end?: ReactNode;
  /** Stands below the control. */
  readonly children?: ReactNode;
}

/** A control with its name, its hint and its fault, all of which assistive technology reads out. */
export const Field = ({ label, fault, hint, renderControl, end, children }: FieldProps) => {
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
        {renderControl({
          id,
          className: styles['input'],
          'aria-invalid': fault !== undefined,
          'aria-describedby': described.join(' ').trim() || undefined,
        })}
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
