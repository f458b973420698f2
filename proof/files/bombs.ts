import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, noFaults, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { Answer, User } from '../user.ts'
import { sheetBombs, wordBombs, type Bomb } from './bomb-files.ts'
import { costOf } from './meter.ts'
import { patiently, uploadAs } from './send.ts'
import { leftOver, storedFiles } from './stored.ts'

/** The row limit of the server in this check (IMPORT_ROWS), low so that a sheet with one row too many is quickly written. */
export const MOST_ROWS = 500

const told = (answer: Answer) => (answer.body.data as { message?: string } | undefined)?.message ?? answer.body.msg ?? ''

/** The final report of an import. */
export async function importSheet(
  app: ProofApp,
  user: User,
  file: { name: string; content: Buffer },
  more: Record<string, string> = {},
): Promise<Answer> {
  let answer = await patiently(() => uploadAs(app, user, file, { source: '市场监管', mode: 'all', ...more }, '/company/info/import'))
  for (let tries = 0; tries < 600 && (answer.body.data as { status?: number } | undefined)?.status === 1; tries++) {
    await sleep(100)
    const { taskId } = answer.body.data as { taskId: string }
    answer = await patiently(() => user.get('/import/progress', { taskId }))
  }
  return answer
}

/** U-05: an archive is judged before it is unpacked and measured while it is; the server continues to serve. */
export async function bombs(stage: ProofStage, app: ProofApp, staff: User, editor: User): Promise<Finding[]> {
  const { engine } = app
  const before = await storedFiles(app)
  const companies = async () => (await staff.get('/company/info/list', { pageSize: '1' })).body.data.total as number
  const known = await companies()
  const faults: string[] = []
  let worst = { grown: 0, late: 0, bloated: '', slow: '' }
  const all: (Bomb & { send: () => Promise<Answer> })[] = [
    ...(await sheetBombs(MOST_ROWS)).map((bomb) => ({ ...bomb, send: () => importSheet(app, staff, bomb) })),
    ...(await wordBombs()).map((bomb) => ({ ...bomb, send: () => uploadAs(app, editor, bomb, {}, '/admin/policy/doc/readWord') })),
  ]
  // The short form leaves out the files that take seconds to read.
  const some = stage.scale === 'short' ? all.filter(({ slow }) => !slow) : all
  for (const { what, says, send, content } of some) {
    let { result, grown, late } = await costOf(app, send)
    // A busy machine can delay everything for a moment; a delay caused by the file occurs again.
    for (let again = 0; late > 200 && again < 3; again++) late = Math.min(late, (await costOf(app, send)).late)
    if (
      !says.test(told(result))
      || !/[\u4e00-\u9fff]/.test(told(result))
      || (result.body.data as { successCount?: number } | undefined)?.successCount
    )
      faults.push(`${what}（${content.length} 字节）: ${result.status} ${told(result) || result.text.slice(0, 200)}`)
    if (/root:|哈{200}/.test(result.text)) faults.push(`${what}: an entity was followed`)
    stage.say(`${what}: +${grown.toFixed(0)} MB, ${late.toFixed(0)} ms`)
    if (grown > worst.grown) worst = { ...worst, grown, bloated: what }
    if (late > worst.late) worst = { ...worst, late, slow: what }
  }
  if ((await companies()) !== known) faults.push(`${known} companies before, ${await companies()} after`)
  faults.push(...(await leftOver(app, before)).filter((path) => path.startsWith('tmp/')))
  return [
    // Seen red: 201 columns were taken, a long Word text ended the whole process, even from a thread of its own (mended).
    noFaults({ id: 'U-05', engine, what: '压缩包与表格炸弹：以中文说明拒绝，说出行列，没有导入一半' }, faults, some.length),
    atMost({ id: 'U-05', engine, what: `炸弹期间主线程最久的停顿（${worst.slow}）` }, Math.round(worst.late), 200, ' ms'),
    atMost({ id: 'U-05', engine, what: `炸弹期间常驻内存增长（${worst.bloated}）` }, Math.round(worst.grown), 512, ' MB'),
  ]
}
