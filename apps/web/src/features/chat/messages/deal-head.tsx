import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { SalePanel } from '#features/sales/api.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { logs, outbox, write } from '../chat.ts';
import { directPeer } from '../channels/channel-name.ts';
import { pendingOf } from '../composer/outbox.ts';
import { messagesOf, stretchAround } from './channel-log.ts';
import { DealLink, useShownDeal } from './deal-link.tsx';
import styles from './deal-head.module.css';

export interface DealHeadProps {
  readonly channel: OwnChannel;
  readonly deal: NonNullable<OwnChannel['deal']>;
  readonly userId: string;
}

/** The deal that a direct conversation is about, and a first sentence for who asks about it. */
export const DealHead = ({ channel, deal, userId }: DealHeadProps) => {
  const { t } = useLanguage();
  const { deal: shown } = useShownDeal(deal.id);
  const hasAsked = useHasWritten(channel.id, userId, deal.seq);
  const mayAsk = shown?.status === 'active' && shown.seller?.id !== userId && !hasAsked;
  const peer = channel.people.find(({ id }) => id === directPeer(channel, userId));
  const sentence = t('chat.dealHead.isAvailable');
  return (
    <aside className={styles['head']} aria-label={t('chat.dealHead.about')}>
      <DealLink dealId={deal.id} />
      {mayAsk && (
        <Button onClick={() => void write({ channelId: channel.id, text: sentence })}>
          {sentence}
        </Button>
      )}
      {shown !== undefined && (
        <Eventually>
          <SalePanel deal={shown} peer={peer} />
        </Eventually>
      )}
    </aside>
  );
};

/** Whether the user has written, or is sending, a message after the one with `seq`. */
const useHasWritten = (channelId: string, userId: string, seq: number): boolean => {
  const log = useStore(logs.state).logs.get(channelId) ?? logs.logOf(channelId);
  const box = useStore(outbox.outbox);
  const stretch = stretchAround(log, null);
  const messages = stretch === null ? [] : messagesOf(log, stretch);
  return (
    pendingOf(box, channelId).length > 0 ||
    messages.some((message) => message.sender.id === userId && message.seq > seq)
  );
};
