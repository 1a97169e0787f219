import { fileVariants, type FileVariant } from '@izgodno/contract/uploads/file';

/** The keys of all objects of a file, so that none is left behind by an interruption. */
export const cleanKey = (id: string): string => `${id}.clean`;

export const variantKey = (id: string, variant: FileVariant): string => `${id}.${variant}`;

export const allKeys = (id: string): readonly string[] => [
  id,
  cleanKey(id),
  ...fileVariants.map((variant) => variantKey(id, variant)),
];
