import { vi } from 'vitest';

/** A request as `XMLHttpRequest` sends it, which a test answers. */
export interface FakeRequest {
  readonly method: string;
  /** Path of its address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly aborted: boolean;
  readonly progress: (loaded: number, total: number) => void;
  readonly answer: (status: number, headers?: Record<string, string>, text?: string) => void;
  /** No answer comes: the line was cut. */
  readonly cut: () => void;
}

type Handler = ((event: Event) => void) | null;

/** Tells a target's own handler and all other listeners. */
const tell = (target: EventTarget, handler: Handler, event: Event): void => {
  target.dispatchEvent(event);
  handler?.(event);
};

class FakeUpload extends EventTarget {
  onprogress: Handler = null;
}

/** Puts requests that a test answers in the place of `XMLHttpRequest`, until mocks are restored. */
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
    private answered: Record<string, string> = {};

    open(method: string, url: string): void {
      this.method = method;
      this.path = new URL(url, location.href).pathname;
    }

    setRequestHeader(name: string, value: string): void {
      this.headers[name.toLowerCase()] = value;
    }

    getResponseHeader(name: string): string | null {
      return this.answered[name.toLowerCase()] ?? null;
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
          tell(
            this.upload,
            this.upload.onprogress,
            new ProgressEvent('progress', { lengthComputable: true, loaded, total }),
          ),
        answer: (status, headers = {}, text = '') => {
          this.status = status;
          this.answered = headers;
          this.responseText = text;
          this.end('load', this.onload);
        },
        cut: () => this.end('error', this.onerror),
      });
    }

    private end(kind: string, handler: Handler): void {
      tell(this, handler, new ProgressEvent(kind));
      tell(this, null, new ProgressEvent('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXMLHttpRequest);
};
