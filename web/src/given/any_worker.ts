/** A worker of this page, or of a sandbox (src/sandbox/sandbox.ts). */
export interface AnyWorker {
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(message: object): void
  terminate(): void
}
