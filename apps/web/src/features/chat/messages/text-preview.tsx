import { ApiError } from '@izgodno/contract/common/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiOrigin } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import styles from './attachment.module.css';

/** How much of a file is read, in bytes. */
const PREVIEW_BYTES = 2_048;
/** The maximum number of lines that are shown. */
const MAX_LINES = 8;

/** Reads the first bytes of a response, which may be the whole file if a proxy drops the range. */
const readStart = async (response: Response): Promise<string> => {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  while (length < PREVIEW_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(0, PREVIEW_BYTES - length);
    length += part.length;
    // The last character may be cut.
    text += decoder.decode(part, { stream: true });
  }
  await reader.cancel();
  return text;
};

const startQuery = (url: string) =>
  queryOptions({
    queryKey: ['chat', 'text', url],
    queryFn: async ({ signal }) => {
      const headers = { Range: `bytes=0-${PREVIEW_BYTES - 1}` };
      const given = { headers, signal, credentials: 'include' } as const;
      const response = await fetch(new URL(url, apiOrigin), given);
      // What the server rejects is not read again, as with calls.
      if (!response.ok) throw new ApiError('plain', response.status, response.statusText);
      return readStart(response);
    },
    // A file never changes.
    staleTime: Infinity,
    retry: false,
  });

/** The first lines of a text file; nothing if they cannot be read. */
export const TextPreview = ({ url, name }: { url: string; name: string }) => {
  const { t } = useLanguage();
  const { data, isError } = useQuery(startQuery(url));
  if (isError) return null;
  return (
    <figure className={styles['text']} aria-label={t('chat.textPreview', { name })}>
      <pre dir="auto">{data?.split('\n').slice(0, MAX_LINES).join('\n')}</pre>
    </figure>
  );
};
