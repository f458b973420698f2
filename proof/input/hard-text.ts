import { readFile } from 'node:fs/promises'
import { filled } from '../access/sample.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { isText } from './encodings.ts'
import { judged } from './judge.ts'
import type { InputScene } from './scene.ts'
import { jsonOf } from './send.ts'

const LENGTH = 50_000
const LIMIT_MS = 100
/** Processor time of a process so far; the kernel counts it in hundredths of a second. */
const processorMs = async (pid: number) => {
  const [user, system] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}
const repeated = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)
/** Units whose repetition makes a backtracking engine, an HTML cleaner or a tokenizer slow. */
const HARD = ['a', ' ', '<', '<p>', '（', 'a@', '1', '\t\n', '<a href="', '&lt;', '一', 'a.', '-', '/', '!'].map(
  (unit) => repeated(unit) + '!',
)

/**
 * 50 KB of hard text in every text of every body must never block the event loop for 100 ms (I-05). The machine also runs the attack, so
 * the processor time of the server decides. A slow call is repeated twice, and the time of the same call with a short text is subtracted.
 */
export async function hardText(stage: ProofStage, { app, engine, endpoints, callerOf }: InputScene): Promise<Finding[]> {
  const late: string[] = []
  const faults: string[] = []
  let tried = 0
  const per = stage.rounds(1, 3, HARD.length)
  /** The longest delay since the last look. */
  const lag = async () => {
    const found = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await (await fetch(`${app.admin}/metrics`)).text())?.[1]
    if (found === undefined) throw new Error('no metric of the delay')
    return Number(found) * 1000
  }
  const every = stage.rounds(4, 1, 1)
  const posts = endpoints.filter(({ as, method }) => method === 'POST' && as !== 'multipart')
  for (const [index, endpoint] of posts.entries()) {
    if (index % every !== 0) continue
    const fields = Object.entries(endpoint.body?.properties ?? {}).filter(([, schema]) => isText(schema))
    for (const [name] of fields)
      for (let n = 0; n < per; n++) {
        const { token } = await callerOf(endpoint)
        const { body } = filled(endpoint, null)
        const holds = async (text: string) => {
          const sent = jsonOf({ ...(body as object), [name]: text })
          const wire = { method: 'POST', path: endpoint.path, token, headers: { 'content-type': 'application/json' }, body: sent }
          const before = await processorMs(app.pid)
          const { fault } = await judged(app, wire)
          if (fault) faults.push(`${endpoint.key} ${name}: ${fault}`)
          const used = (await processorMs(app.pid)) - before
          // Writing the metrics takes longer than most of these calls, so they are read only when they can decide.
          return used > LIMIT_MS ? Math.min(used, await lag()) : used
        }
        tried += 1
        const took: number[] = []
        do {
          const all = await holds(HARD[(index + n) % HARD.length]!)
          took.push(all > LIMIT_MS ? all - (await holds('一')) : all)
        } while (took.at(-1)! > LIMIT_MS && took.length < 3)
        if (Math.min(...took) > LIMIT_MS) late.push(`${endpoint.key} ${name}: ${took.map(Math.round)} ms`)
      }
  }
  return [
    noFaults({ id: 'I-05', what: `50 KB 难文本不引起 5xx`, engine }, faults, tried),
    // Seen red: unstorableIn() looked for blanks at the end by an expression (\s+$): 4 fields of 49, 1200 to 2900 ms.
    noFaults({ id: 'I-05', what: `50 KB 难文本占用事件循环 ≤ ${LIMIT_MS} ms`, engine }, late, tried),
  ]
}
