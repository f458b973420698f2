import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { settle, type Condition } from './alarms.ts'
import { conditionsOf } from './conditions.ts'
import { beat, endPulse } from './pulse.ts'
import { heartbeat, tellDirectly } from './telling.ts'

const EVERY_MS = 10_000
const SMOKE_MS = 5_000
/** The database counts as down after this many failed checks in a row. */
const FAILED_LOOKS = 2

/** Requests what visitors need first, the home page and the list of policies. Returns a fault for each that does not answer. */
export async function smoke(http: FastifyInstance): Promise<Condition[]> {
  const found: Condition[] = []
  for (const { url, name } of [
    { url: '/page/home', name: '首页' },
    { url: '/pol/my/list?page=1&pageSize=1', name: '政策列表' },
  ]) {
    const answer = await Promise.race([
      http.inject({ url, headers: { 'user-agent': 'qifu-self-check' } }).then(({ statusCode }) => statusCode),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), SMOKE_MS).unref()),
    ])
    if (answer !== 200)
      found.push({ kind: 'smoke', subject: url, title: `自检：${name}${answer === null ? '五秒内没有打开' : `打不开（${answer}）`}` })
  }
  return found
}

/** One check: records the sign of life and settles all faults. `tried`: faults that the self-check found. */
export async function look(k: Kernel, tried: readonly Condition[]): Promise<void> {
  await beat(k)
  await settle(k, [...tried, ...(await conditionsOf(k))])
}

/** Checks every ten seconds while the process serves; every third time it also runs the self-check and sends the heartbeat. */
export function watchPlatform(k: Kernel): void {
  k.mounts.push((http) => {
    let timer: NodeJS.Timeout | undefined
    let looks = 0
    let failed = 0
    let tried: Condition[] = []
    let running = Promise.resolve()
    const next = () => {
      timer = setTimeout(() => {
        running = once().finally(next)
      }, EVERY_MS).unref()
    }
    const once = async () => {
      try {
        const third = looks++ % 3 === 0
        if (third) tried = await smoke(http)
        await look(k, tried)
        if (failed >= FAILED_LOOKS) await tellDirectly(k, '已恢复：数据库恢复应答')
        failed = 0
        if (third) await heartbeat(k)
      } catch (error) {
        k.log.warn({ err: error }, 'the platform could not be looked at')
        if (++failed === FAILED_LOOKS) await tellDirectly(k, '告警：数据库没有应答').catch(() => {})
      }
    }
    http.addHook('onListen', next)
    k.onClose(async () => {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      await endPulse(k).catch(() => {})
    })
  })
}
