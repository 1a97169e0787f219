import type { Ref } from 'react';
import type { Upload } from '#core/uploads/engine/upload.ts';

/** What the bar and the pill are given. */
export interface SmallFormProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly uploads: readonly Upload[];
  readonly onOpen: () => void;
}
