const bucketUrlPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;
const SCHEME = 's3://';

export const isBucketUrl = (value: string): boolean => value.startsWith(SCHEME);

/** The parts of `s3://BUCKET/PREFIX`; the prefix is empty or ends with a slash. Null if it is none. */
export const readBucketUrl = (
  value: string,
): { readonly bucket: string; readonly prefix: string } | null => {
  const [, bucket, prefix = ''] = bucketUrlPattern.exec(value) ?? [];
  if (bucket === undefined) return null;
  const segments = prefix.split('/').filter((segment) => segment !== '');
  return { bucket, prefix: segments.map((segment) => `${segment}/`).join('') };
};
