import { vi } from 'vitest';

/** An `XMLHttpRequest` that a test responds to. */
export interface FakeRequest {
  readonly method: string;
  /** Path of its URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly aborted: boolean;
  readonly progress: (loaded: number, total: number) => void;
  readonly respond: (status: number, headers?: Record<string, string>, text?: string) => void;
  /** The connection breaks without a response. */
  readonly cut: () => void;
}

type Handler = ((event: Event) => void) | null;

/** Calls the target's own handler and all other listeners. */
const emit = (target: EventTarget, handler: Handler, event: Event): void => {
  target.dispatchEvent(event);
  handler?.(event);
};

class FakeUpload extends EventTarget {
  onprogress: Handler = null;
}

/** Replaces `XMLHttpRequest` by requests that a test responds to, until mocks are restored. */
export const fakeRequests = (onRequest: (request: FakeRequest) => void): void => {
  class FakeXMLHttpRequest extends EventTarget {
    readonly upload = new FakeUpload();
    onload: Handler = null;
    onerror: Handler = null;
    status = 0;
    responseText = '';
    withCredentials = false;
    private method = '';
    private path = '';
    private aborted = false;
    private headers: Record<string, string> = {};
    private responseHeaders: Record<string, string> = {};

    open(method: string, url: string): void {
      this.method = method;
      this.path = new URL(url, location.href).pathname;
    }

    setRequestHeader(name: string, value: string): void {
      this.headers[name.toLowerCase()] = value;
    }

    getResponseHeader(name: string): string | null {
      return this.responseHeaders[name.toLowerCase()] ?? null;
    }

    abort(): void {
      this.aborted = true;
      this.end('abort', null);
    }

    send(body: unknown): void {
      const isAborted = (): boolean => this.aborted;
      onRequest({
        method: this.method,
        path: this.path,
        headers: this.headers,
        body,
        get aborted() {
          return isAborted();
        },
        progress: (loaded, total) =>
          emit(
            this.upload,
            this.upload.onprogress,
            new ProgressEvent('progress', { lengthComputable: true, loaded, total }),
          ),
        respond: (status, headers = {}, text = '') => {
          this.status = status;
          this.responseHeaders = headers;
          this.responseText = text;
          this.end('load', this.onload);
        },
        cut: () => this.end('error', this.onerror),
      });
    }

    private end(kind: string, handler: Handler): void {
      emit(this, handler, new ProgressEvent(kind));
      emit(this, null, new ProgressEvent('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXMLHttpRequest);
};
