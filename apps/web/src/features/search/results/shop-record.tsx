import { getClaimRecord } from '@izgodno/contract/deals/claim-record';
import { useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import styles from './deals-page.module.css';

/** On the list of a shop: how many of the former prices that it claims we saw ourselves. */
export const ShopRecord = ({ source }: { readonly source: string }) => {
  const { t } = useLanguage();
  const { data } = useQuery({
    queryKey: ['sources', source, 'claims'],
    queryFn: ({ signal }) => api.call(getClaimRecord, { params: { source } }, signal),
    retry: false,
    staleTime: Infinity,
  });
  if (data === undefined || data.record.claims === 0) return null;
  return <p className={styles['text']}>{t('shop.record', data.record)}</p>;
};
