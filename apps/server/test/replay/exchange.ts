import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export interface ReplayRequest {
  readonly method: string;
  /** As it came over the wire, with a lone question mark where there was one. */
  readonly target: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReplayAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body: string;
}
