import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the request is a browser navigation, by its own headers; an API route and a page may share one address (stack-notes: page/API
 * twins).
 */
export const isDocument = (headers: Pick<IncomingHttpHeaders, 'accept'> & { 'sec-fetch-dest'?: string | string[] | undefined }): boolean =>
  (headers['sec-fetch-dest'] ?? (String(headers.accept ?? '').includes('text/html') ? 'document' : 'empty')) === 'document'
