import { isUtf8 } from 'node:buffer'
import { parse } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { AppError, invalidField } from '../errors.ts'
import { MOST_DEPTH, nestsTooDeep } from './json-depth.ts'

const BYTES = 1 << 20
const noText = () => new AppError(400, 'INVALID', '含有无法识别的字符')

/**
 * Parses JSON and forms of at most 1 MiB. The bytes must be UTF-8; otherwise decoding would silently store replacement characters (I-01).
 */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BYTES }, (request, body, done) => {
    if (!isUtf8(body as Buffer)) return done(noText())
    if (nestsTooDeep(body as Buffer)) return done(invalidField('', `内容嵌套过深：最多 ${MOST_DEPTH} 层`))
    const text = body.toString()
    if (request.routeOptions.config.keepsBody) request.sentBody = text
    json(request, text, done)
  })
  await app.register(formbody, {
    bodyLimit: BYTES,
    parser: (text) => {
      // A form escapes non-ASCII characters, so an unescaped replacement character comes from invalid bytes.
      if (text.includes('\ufffd')) throw noText()
      checkEscapes(text)
      return parse(text)
    },
  })
}

/** Throws 400 when the address holds escapes that are not UTF-8. */
export function checkAddress({ url }: Pick<FastifyRequest, 'url'>): void {
  const query = url.indexOf('?')
  if (query >= 0) checkEscapes(url.slice(query + 1))
}

function checkEscapes(text: string): void {
  if (!text.includes('%')) return
  try {
    decodeURIComponent(text)
  } catch {
    throw noText()
  }
}

/** Throws 415 when the body is compressed, or has another media type than the contract says. */
export function checkEncoding(endpoint: Endpoint<any, any, any>, request: FastifyRequest): void {
  if (endpoint.method !== 'POST') return
  const coding = String(request.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase()
  if (coding !== '' && coding !== 'identity')
    throw new AppError(415, 'UNSUPPORTED_TYPE', '不支持请求内容的编码（Content-Encoding），请不压缩直接发送')
  const type =
    String(request.headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? ''
  const accepted = {
    json: ['application/json', ''],
    form: ['application/x-www-form-urlencoded', 'application/json', ''],
    multipart: ['multipart/form-data'],
  }[endpoint.as]
  if (!accepted.includes(type)) throw new AppError(415, 'UNSUPPORTED_TYPE', '请求内容的类型不受支持')
}
