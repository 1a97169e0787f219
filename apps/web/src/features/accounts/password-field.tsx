import { useState, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { TextField, type TextFieldProps } from '#shared/ui/text-field.tsx';
import styles from './password-field.module.css';

/** A password field that can reveal its value and warns while Caps Lock is on. */
export const PasswordField = ({ children, ...field }: Omit<TextFieldProps, 'type' | 'end'>) => {
  const { t } = useLanguage();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      end={
        <button
          type="button"
          className={styles['show']}
          aria-pressed={shown}
          aria-label={t('password.show')}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'password.hideShort' : 'password.showShort')}
        </button>
      }
    >
      <output className={styles['capsLock']}>{capsLock && t('password.capsLock')}</output>
      {children}
    </TextField>
  );
};
