import { useEffect } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { useParams } from '#core/router/params.ts';
import { useStore } from '#shared/store.ts';
import { directory, selection } from '../chat.ts';
import { chatHref } from '../paths.ts';
import { listedChannels } from './listed-channels.ts';

/** The selection waits for the sidebar only once in the life of the page. */
let firstLoad = true;

/** The open channel, kept in step between URL and selection; null if there is none. */
export const useOpenChannel = (userId: string): string | null => {
  const { channelId: addressed } = useParams();
  const { code } = useLanguage();
  const { status } = useStore(directory.state);
  const { channelId } = useStore(selection.selection);

  useEffect(() => {
    if (addressed !== undefined) selection.tell({ kind: 'addressed', channelId: addressed });
  }, [addressed]);

  useEffect(() => {
    if (status !== 'ready') return;
    const state = directory.state.get();
    selection.tell({
      kind: 'channels-loaded',
      channels: listedChannels(state, userId, code).map(({ channel }) => channel.id),
      withLastActive: new Set(state.lastActive.keys()),
      firstLoad,
    });
    firstLoad = false;
    // Depends on the load only: a change of the order by another language must not select again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status]);

  useEffect(() => {
    // The URL may just have changed the selection, which is then current.
    const open = selection.selection.get().channelId;
    if (open !== null && open !== addressed) {
      navigate(chatHref(open), { replace: addressed === undefined, keepScroll: true });
    }
  }, [channelId, addressed]);

  return channelId;
};
