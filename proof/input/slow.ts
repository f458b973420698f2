import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, exactly, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { longAddress, longBody, readLate } from './late-reader.ts'
import { send, someAddress } from './send.ts'

const SOCKETS = 500
/** The server gives a client 10 s for its headers and checks every 5 s. */
const HEADER_MS = 10_000 + 5_000 + 3_000
/** Below this a percentile only shows noise of the machine. */
const FLOOR_MS = 25

/** Too large, too slow, and with a forged host (I-08), sent to a server with a PUBLIC_URL. */
export async function slowAndBig(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  // The server closes the connection after its answer, so the next call must not use it.
  const much = { connection: 'close', 'x-much': 'a'.repeat(17 << 10) }
  const headers = await send(base, { method: 'GET', path: '/sys/link/list', headers: much })
  const address = [await readLate(base, longAddress(17)), await readLate(base, longAddress(200))].join('，')
  const body = [await readLate(base, longBody((1 << 20) + 1)), await readLate(base, longBody(4 << 20))].join('，')

  const forged: string[] = []
  const names = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' }
  const pages = ['/page/home', '/page/policyserver', '/page/policyserverdetail?id=1', '/sitemap.xml', '/robots.txt', '/rss.xml', '/login']
  for (const path of pages) {
    const { text, headers: answered } = await send(base, { method: 'GET', path, headers: { ...names, accept: 'text/html' } })
    if (`${text}${JSON.stringify(answered)}`.includes('evil.example')) forged.push(path)
  }

  const quick = async () => {
    const times: number[] = []
    for (let n = 0; n < 60; n++) times.push((await send(base, { method: 'GET', path: `/pol/my/list?page=${(n % 4) + 1}` })).ms)
    return times.toSorted((a, b) => a - b)[56]!
  }
  await quick()
  const before = await quick()
  const { hostname, port } = new URL(base)
  let closed = 0
  const sockets: Socket[] = []
  const from = performance.now()
  for (let n = 0; n < SOCKETS; n++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    if (n % 2) socket.once('close', () => (closed += 1))
    socket.on('data', () => {})
    // Half of them never end their headers, half never end their body. Each has its own address, because otherwise most would be refused at
    // once.
    socket.write(
      n % 2
        ? 'GET /page/home HTTP/1.1\r\nhost: x\r\nx-a: '
        : `POST /sys/log/saveLog HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${someAddress()}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
    )
    sockets.push(socket)
  }
  await sleep(500)
  const during = Math.min(await quick(), await quick())
  const findings = [
    // Seen red: maxHeaderSize of 64 KB: 200.
    exactly({ id: 'I-08', what: '17 KB 的头被拒', engine }, headers.status, 431),
    // Seen red: refuseClient() destroyed the line behind its answer: 200 KB were cut off.
    exactly({ id: 'I-08', what: '17、200 KB 的地址被拒，后读的客户端也得到回答', engine }, address, '431 TOO_LARGE，431 TOO_LARGE'),
    // Seen red: registerHangUp() left `connection: close` in the answer, behind which the line is closed: both were cut off.
    exactly(
      { id: 'I-08', what: '1 MiB 加 1 字节、4 MiB 的 JSON 被拒，后读的客户端也得到回答', engine },
      body,
      '413 TOO_LARGE，413 TOO_LARGE',
    ),
    // Seen red: the origin of ssr/index.ts from request.host although PUBLIC_URL was set: 4 of 7.
    noFaults({ id: 'I-08', what: '伪造的 Host、X-Forwarded-Host 不进入页面与头', engine }, forged, pages.length),
    atMost(
      { id: 'I-08', what: `${SOCKETS} 个慢连接时正常请求的 p95（平时 ${Math.round(before)} ms）`, engine },
      Math.round(during),
      Math.round(Math.max(FLOOR_MS, 2 * before)),
      ' ms',
    ),
  ]
  if (stage.scale !== 'short') {
    await sleep(Math.max(0, HEADER_MS - (performance.now() - from)))
    // Seen red: headersTimeout of a minute: 250. (190 bodies refused by the limit a minute were once counted as closed headers: 60.)
    findings.push(atMost({ id: 'I-08', what: '头发不完的慢连接在 18 秒后还开着的', engine }, Math.max(0, SOCKETS / 2 - closed), 0))
  }
  for (const socket of sockets) socket.destroy()
  return findings
}
