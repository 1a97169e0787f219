import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The class of a button, for links that look like one. */
export const buttonClass = (tone: ButtonTone = 'secondary'): string =>
  `${styles['button']} ${styles[tone]}`;

interface PlainButtonProps extends ComponentProps<'button'> {
  /** The button keeps the focus, and ignores presses and the Enter of its form's fields. */
  readonly disabled?: boolean | undefined;
  readonly 'aria-disabled'?: never;
}

const ignore = (event: MouseEvent): void => event.preventDefault();

/**
 * A button without a look. The browser's own `disabled` would drop the focus to the body, which a
 * keyboard loses its place by.
 */
export const PlainButton = ({ disabled, onClick, ...rest }: PlainButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-disabled={disabled}
    onClick={disabled === true ? ignore : onClick}
  />
);

interface ButtonProps extends PlainButtonProps {
  readonly tone?: ButtonTone;
}

export const Button = ({ tone, className, ...rest }: ButtonProps) => (
  <PlainButton {...rest} className={`${buttonClass(tone)} ${className ?? ''}`} />
);

interface IconButtonProps extends PlainButtonProps {
  /** The accessible name of the button. */
  readonly label: string;
}

export const IconButton = ({ label, className, ...rest }: IconButtonProps) => (
  <PlainButton
    aria-label={label}
    title={label}
    {...rest}
    className={`${styles['iconButton']} ${className ?? ''}`}
  />
);
