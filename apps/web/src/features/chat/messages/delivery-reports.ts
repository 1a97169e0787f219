import type { Message } from '@izgodno/contract/chat/message';
import { MAX_REPORTED_RANGES, type ReceivedRange } from '@izgodno/contract/chat/receipt-calls';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { addStretch, type Stretch } from './channel-log.ts';

/** How long received messages are collected before they are reported, in milliseconds. */
const REPORT_PAUSE_MS = 3_000;
/** The pause before a failed report is repeated, in milliseconds. */
const RETRY_PAUSE_MS = 30_000;

export interface ReportPorts {
  /** Throws if the server is unreachable. */
  readonly report: (ranges: ReceivedRange[]) => Promise<unknown>;
  /** Whether deliveries are counted in a channel. */
  readonly isCounted: (channelId: string) => boolean;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  readonly log: (message: string, cause: unknown) => void;
}

/** Reports to the server which messages this device has received. */
export class DeliveryReports {
  readonly #ports: ReportPorts;
  readonly #waiting = new Map<string, readonly Stretch[]>();
  #endPause: Unsubscribe | null = null;

  constructor(ports: ReportPorts) {
    this.#ports = ports;
  }

  receive(received: RealtimeMessage): void {
    if (received.type === 'message.created') this.take([received.data.message]);
    if (received.type === 'missed' && received.data.outcome === 'messages')
      this.take(received.data.messages);
  }

  /** Takes messages from any channels, such as a page. */
  take(messages: readonly Pick<Message, 'channelId' | 'seq'>[]): void {
    for (const { channelId, seq } of messages) {
      if (this.#ports.isCounted(channelId)) this.#add(channelId, { from: seq, to: seq });
    }
    this.#reportSoon(REPORT_PAUSE_MS);
  }

  end(): void {
    this.#endPause?.();
    this.#endPause = null;
    this.#waiting.clear();
  }

  #add(channelId: string, stretch: Stretch): void {
    this.#waiting.set(channelId, addStretch(this.#waiting.get(channelId) ?? [], stretch));
  }

  #reportSoon(pauseMs: number): void {
    if (this.#endPause !== null || this.#waiting.size === 0) return;
    this.#endPause = this.#ports.after(pauseMs, () => void this.#report());
  }

  async #report(): Promise<void> {
    const all = [...this.#waiting].flatMap(([channelId, stretches]) =>
      stretches.map(({ from, to }) => ({ channelId, from, to })),
    );
    this.#waiting.clear();
    for (const { channelId, ...stretch } of all.slice(MAX_REPORTED_RANGES))
      this.#add(channelId, stretch);
    const ranges = all.slice(0, MAX_REPORTED_RANGES);
    let pauseMs = REPORT_PAUSE_MS;
    try {
      await this.#ports.report(ranges);
    } catch (cause) {
      this.#ports.log('Received messages could not be reported', cause);
      // Ended meanwhile.
      if (this.#endPause === null) return;
      for (const { channelId, ...stretch } of ranges) this.#add(channelId, stretch);
      pauseMs = RETRY_PAUSE_MS;
    }
    this.#endPause = null;
    this.#reportSoon(pauseMs);
  }
}
