import { TextField, type TextFieldProps } from './text-field.tsx';

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
