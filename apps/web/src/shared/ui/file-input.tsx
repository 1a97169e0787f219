import type { ComponentProps } from 'react';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'hidden'> {
  readonly onFiles: (files: readonly File[]) => void;
}

/** Chooses files. It is hidden; a button opens it. */
export const FileInput = ({ onFiles, ...rest }: FileInputProps) => (
  <input
    {...rest}
    type="file"
    hidden
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])]);
      // Reset, so that the same file can be chosen again.
      target.value = '';
    }}
  />
);
