import type { ComponentProps } from 'react';
import styles from './button.module.css';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The class of a button, for links that look like one. */
export const buttonClass = (tone: ButtonTone = 'secondary'): string =>
  `${styles['button']} ${styles[tone]}`;

interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: ButtonTone;
}

export const Button = ({ tone, className, ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={`${buttonClass(tone)} ${className ?? ''}`} />
);

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name of the button. */
  readonly label: string;
}

export const IconButton = ({ label, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={`${styles['iconButton']} ${className ?? ''}`}
  />
);
