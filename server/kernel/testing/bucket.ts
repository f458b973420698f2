import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Bucket {
  objects: Map<string, Buffer>
  server: Server
  port: number
  /** settings with which the platform stores its files in this bucket */
  env: Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY', string>
}

/** Serves the part of the S3 protocol that the store uses: signed PUT, GET and DELETE of objects addressed by path. */
export async function bucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>()
  const signed = (request: IncomingMessage) => /^AWS4-HMAC-SHA256 Credential=key\//.test(request.headers.authorization ?? '')
  const server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://x').pathname
    void (async () => {
      if (!signed(request)) return response.writeHead(403).end()
      if (request.method === 'PUT') {
        objects.set(name, await buffer(request))
        return response.writeHead(200, { etag: '"x"' }).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(name)
        return response.writeHead(204).end()
      }
      const found = objects.get(name)
      if (!found) return response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
      return response.writeHead(200, { 'content-length': found.length }).end(found)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    objects,
    server,
    port,
    env: { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'qifu', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' },
  }
}
