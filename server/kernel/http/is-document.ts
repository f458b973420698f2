import type { IncomingHttpHeaders } from 'node:http'

/** A navigation says so itself; an API route and a page may share one address (stack-notes: page/API twins). */
export const isDocument = (headers: Pick<IncomingHttpHeaders, 'accept'> & { 'sec-fetch-dest'?: string | string[] | undefined }): boolean =>
  (headers['sec-fetch-dest'] ?? (String(headers.accept ?? '').includes('text/html') ? 'document' : 'empty')) === 'document'
