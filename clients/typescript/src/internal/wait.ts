import { setMaxListeners } from 'node:events'

/** Calls the listener when the signal aborts; returns a function that stops listening. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (!signal) {
    return () => {}
  }
  // Node warns of a leak otherwise, if more than ten calls share a signal
  setMaxListeners(0, signal)
  signal.addEventListener('abort', listener)
  return () => signal.removeEventListener('abort', listener)
}

/** Rejects with the signal's reason if that comes first. */
export function waitFor(start: (done: () => void) => void, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = onAbort(signal, () => reject(signal?.reason))
    start(() => {
      stop()
      resolve()
    })
  })
}

export async function sleep(millis: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await waitFor(done => (timer = setTimeout(done, Math.max(0, Math.ceil(millis)))), signal)
  } finally {
    clearTimeout(timer)
  }
}
