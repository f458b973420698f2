import { enter, openBrowser } from '../browser.ts'
import { atMost, exactly, noFaults, notRunHere, type Finding } from '../finding.ts'
import { roundRobin } from '../round-robin.ts'
import type { ProofStage } from '../stage.ts'

const TABS = 8
const NEW_WITHIN_MS = 10_000
const appeal = {
  typeId: 1601,
  title: '持有提醒连接的进程中断',
  content: '请协调增容',
  contact: '林小满',
  phone: '13812345678',
  submit: true,
}

/**
 * Eight tabs share one stream, and the process that serves it is killed. Another process takes over, and every tab gets the notices of the
 * meantime.
 */
export async function holderKilled(stage: ProofStage): Promise<Finding[]> {
  const where = { engine: 'postgres' as const, id: 'V-04' }
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere({ ...where, what: '持有实时提醒的进程被 kill -9' }, '没有 Chromium')]
  const database = await stage.database()
  const start = () => stage.app({ engine: 'postgres', database, env: { LOG_LEVEL: 'warn' } })
  const apps = await Promise.all([start(), start()])
  const front = await roundRobin(apps.map(({ base }) => base))
  stage.onEnd(() => front.close())
  const context = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })
  const heldBy: number[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/sys/push')) heldBy.push(Number(response.headers()['x-process']))
  })
  await enter(context, front.base, 'qy2')
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto(`${front.base}/work/notice`)))
  const faults: string[] = []
  const within = (work: Promise<unknown>, fault: string, ms = 30_000) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(fault)), ms)))
    return Promise.race([work, late]).finally(() => clearTimeout(timer))
  }
  const bell = (name: string | RegExp) => tabs.map((tab) => tab.getByRole('button', { name, exact: typeof name === 'string' }).waitFor())
  await within(Promise.all(bell(/^消息/)), 'a tab did not load')
  for (let waited = 0; heldBy.length === 0 && waited < 200; waited++) await tabs[0]!.waitForTimeout(100)
  await tabs[0]!.waitForTimeout(4000)
  const streams = heldBy.length
  const [holder, other] = heldBy[0] === 1 ? [apps[1]!, apps[0]!] : [apps[0]!, apps[1]!]

  const [company, centre] = [await stage.asUser(other.base, 'qy2'), await stage.asUser(other.base, 'front1')]
  const { id } = (await company.post('/appeal/info/save', appeal)).body.data as { id: number }
  const offices = (await centre.get('/sys/office/options')).body.data as { id: number; label: string }[]
  const before = ((await company.get('/sys/notice/unreadCount')).body.data as { unread: number }).unread
  await holder.stop('SIGKILL')
  const from = performance.now()
  const moved = await centre.post('/appeal/info/transfer', {
    id,
    officeId: offices.find(({ label }) => label.includes('经济和信息化'))!.id,
  })
  if (!moved.body.success) faults.push(`transfer: ${moved.text.slice(0, 200)}`)
  await within(Promise.all(bell(`消息，${before + 1} 条未读`)), 'a tab was not told').catch((error: Error) => faults.push(error.message))
  const told = Math.round(performance.now() - from)
  await context.close()
  await other.stop()
  return [
    exactly({ ...where, what: `${TABS} 个标签页的实时提醒连接数` }, streams, 1),
    noFaults({ ...where, what: '持有实时提醒的进程被 kill -9，其间的消息各标签页都得知' }, faults, TABS),
    atMost({ ...where, what: '从 kill -9 到各标签页得知' }, told, NEW_WITHIN_MS, ' ms'),
    exactly({ ...where, what: 'kill -9 之后由另一个进程接上的连接数' }, heldBy.length - streams, 1),
  ]
}
