import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export interface ReplayRequest {
  readonly method: string;
  /** As sent, including an empty query's question mark. */
  readonly target: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReplayResponse {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body: string;
}
