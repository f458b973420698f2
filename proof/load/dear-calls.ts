import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { DOCUMENT, see } from '../availability/probe.ts'
import { atMost, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { ask } from '../user.ts'

const AT_ONCE = 110
const HOME_MS = 500
const PICTURE_MS = 2000
const ONE_ADDRESS = '10.200.1.1'
const ROOT = '/imitate/match/log'

/** Expensive public calls, each sent many times at once from one address, and pictures of one account before those of another (G-09). */
export async function dearCalls(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const { base, stop } = await stage.app({ engine })
  const { list } = (await ask(base, `${ROOT}/templates`)).body.data as { list: { answers: object }[] }
  const { answers } = list[0]!
  const calls: [string, string, object][] = [
    ['阶梯图', `${ROOT}/curve`, { answers, field: 'revenueY1' }],
    ['金额敏感字段', `${ROOT}/levers`, { answers, limit: 20 }],
    ['比较', `${ROOT}/compare`, { before: answers, after: { ...answers, employees: 5 } }],
    ['模拟', `${ROOT}/run`, { answers }],
    ['测算', '/corp/policyCalculator/calculate', { answers }],
    ['下一批问题', '/corp/policyCalculator/nextQuestions', { answers }],
  ]
  const findings: Finding[] = []
  for (const [name, path, body] of stage.scale === 'short' ? calls.slice(0, 2) : calls) {
    for (let n = 0; n < 20; n++) await see(base, '/page/home', { headers: DOCUMENT })
    let over = false
    const crowd = Promise.all(Array.from({ length: AT_ONCE }, () => ask(base, path, { body, from: ONE_ADDRESS }).catch(() => null))).then(
      () => {
        over = true
      },
    )
    const home: number[] = []
    while (!over || home.length < 20) {
      home.push((await see(base, '/page/home', { headers: DOCUMENT })).ms)
      await sleep(20)
    }
    await crowd
    findings.push(atMost({ id: 'G-09', engine, what: `一个地址同时 ${AT_ONCE} 次“${name}”，首页 p95` }, slowest(home), HOME_MS, ' ms'))
    await sleep(500)
  }
  findings.push(await pictures(stage, base, engine))
  // Pictures that still wait need not be redrawn: all have been measured.
  await stop('SIGKILL')
  return findings
}

const slowest = (all: number[]) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)]!)

/** One account sends twelve pictures that are as slow as the limits allow; another sends one small picture meanwhile. */
async function pictures(stage: ProofStage, base: string, engine: Engine): Promise<Finding> {
  const [one, other] = [await stage.asUser(base, 'qy1'), await stage.asUser(base, 'qy2')]
  const frames = 120
  const pixels = Buffer.alloc(400 * 400 * frames * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 7 + Math.floor(i / 480_000) * 13) & 255
  const animation = await sharp(pixels, { raw: { width: 400, height: 400 * frames, channels: 3, pageHeight: 400 } })
    .gif()
    .toBuffer()
  const small = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2050a0' } })
    .png()
    .toBuffer()
  for (let n = 0; n < 12; n++) void one.upload('/files/upload', { name: '动图.gif', bytes: new Uint8Array(animation) }).catch(() => null)
  await sleep(300)
  const waits: number[] = []
  for (let n = 0; n < 5; n++) {
    const from = performance.now()
    const { body } = await other.upload('/files/upload', { name: '图.png', bytes: new Uint8Array(small) })
    waits.push(body.success ? performance.now() - from : Infinity)
  }
  return atMost({ id: 'G-09', engine, what: '旁人上传十二张大动图时，上传一张小图' }, Math.round(Math.max(...waits)), PICTURE_MS, ' ms')
}
