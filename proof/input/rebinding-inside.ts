/**
 * Runs in its own namespace (rebinding.ts): a name server with changing answers, an outer and an inner listener, and the product's call.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { askOutside } from '../../server/kernel/http/outbound.ts'

export interface Met {
  hits: { outer: number; inner: number }
  /** how the call of each name ended, and how often its addresses were queried */
  names: Record<string, { ended: string; asked: number }>
}

const [OUTER, INNER] = ['192.0.2.1', '127.0.0.1']
/** The name server's first answer, and all later ones. */
const answers: Record<string, [string[], string[]]> = {
  'flip.example': [[OUTER], [INNER]],
  'inner.example': [[INNER], [INNER]],
  'mixed.example': [[OUTER, INNER], [INNER]],
}
const asked = new Map<string, number>()

/** The answer to a resolver's query: it repeats the query, and its addresses have a lifetime of zero. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const name = labels.join('.').toLowerCase()
  const isAddress = question.readUInt16BE(at + 1) === 1
  const before = asked.get(name) ?? 0
  if (isAddress) asked.set(name, before + 1)
  const addresses = isAddress ? (answers[name]?.[before === 0 ? 0 : 1] ?? []) : []
  const head = Buffer.from(question.subarray(0, at + 5))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((ip) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]))
  return Buffer.concat([head, ...records])
}

const names = createSocket('udp4', (question, { port, address }) => names.send(answerTo(question), port, address))
names.bind(53, INNER)
await once(names, 'listening')

const hits = { outer: 0, inner: 0 }
const listener = (side: keyof typeof hits) =>
  createServer((_request, response) => {
    hits[side] += 1
    response.writeHead(204).end()
  })
const outer = listener('outer').listen(0, OUTER)
await once(outer, 'listening')
const { port } = outer.address() as { port: number }
await once(listener('inner').listen(port, INNER), 'listening')

const met: Met = { hits, names: {} }
for (const name of Object.keys(answers)) {
  const ended = await askOutside(`http://${name}:${port}/`).then(String, (error: Error) => error.constructor.name)
  met.names[name] = { ended, asked: asked.get(name) ?? 0 }
}
console.log(JSON.stringify(met))
process.exit(0)
