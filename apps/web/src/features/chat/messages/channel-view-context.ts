import type { ChatUser, OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { createContext, use } from 'react';
import type { ShownAttachment } from './shown-attachment.ts';

/** Actions that a visible message can request from its conversation. */
export interface ChannelViewActions {
  readonly userId: string;
  readonly channel: OwnChannel;
  /** Ids of the blocked users, whose messages are folded. */
  readonly blocked: ReadonlySet<string>;
  readonly onReply: (message: Message) => void;
  readonly onEdit: (message: Message) => void;
  readonly onOpenThread: (rootId: string) => void;
  /** Scrolls to the message with this `seq`, also if it is not loaded. */
  readonly onJump: (seq: number) => void;
  readonly onMenu: (message: Message, anchor: HTMLElement) => void;
  /** Shows what is known of a user. */
  readonly onOpenUser: (user: ChatUser, anchor: HTMLElement) => void;
  readonly onReact: (message: Message, emoji: string, given: boolean) => void;
  /** Saves a message for later, or removes it from those saved. */
  readonly onSave: (message: Message, saved: boolean) => void;
  readonly onOpenImage: (message: Message, image: ShownAttachment) => void;
}

/** Whether the panel lies over the messages (channel-view.module.css). */
export const panelCovers = (): boolean => matchMedia('(max-width: 1100px)').matches;

const Context = createContext<ChannelViewActions | null>(null);

export const ChannelViewProvider = Context.Provider;

export const useChannelView = (): ChannelViewActions => {
  const actions = use(Context);
  if (actions === null) throw new Error('A message needs a conversation around it');
  return actions;
};
