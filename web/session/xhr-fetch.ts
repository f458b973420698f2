/** `fetch` over XMLHttpRequest, because only that reports upload progress. */
export const xhrFetch =
  (onProgress?: (sent: number, total: number) => void): typeof fetch =>
  (url, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      xhr.open(init.method ?? 'GET', String(url))
      new Headers(init.headers).forEach((value, name) => xhr.setRequestHeader(name, value))
      xhr.upload.onprogress = (e) => {
        if (e.lengthComputable) onProgress?.(e.loaded, e.total)
      }
      xhr.onload = () =>
        resolve(
          new Response(xhr.response as string, {
            status: xhr.status || 502,
            headers: { 'content-type': xhr.getResponseHeader('content-type') ?? 'text/plain' },
          }),
        )
      xhr.onerror = () => reject(new TypeError('Failed to fetch'))
      const stop = () => {
        xhr.abort()
        reject(init.signal?.reason ?? new DOMException('Aborted', 'AbortError'))
      }
      if (init.signal?.aborted) {
        stop()
        return
      }
      init.signal?.addEventListener('abort', stop, { once: true })
      xhr.send((init.body ?? null) as XMLHttpRequestBodyInit | null)
    })
