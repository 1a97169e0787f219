import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';

export const PostedTime = ({ iso }: { iso: string }) => {
  const { code } = useLanguage();
  const now = useNow();
  const exact = new Intl.DateTimeFormat(code, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <time dateTime={iso} title={exact.format(Date.parse(iso))}>
      {relativeTime(iso, now, code)}
    </time>
  );
};
