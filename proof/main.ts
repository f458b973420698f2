/**
 * npm run proof [-- NAME…] [--short|--long]: puts running servers under the faults, loads and attacks that docs/reliability.md promises to
 * withstand, on PGlite and on PostgreSQL, prints one table and ends with 1 when a row fails. Without names all parts run, one after the other.
 * --short: few rounds (inside npm test); --long: the full counts. The assertions are the same. --report FILE: the counts and the failed parts as JSON. --engine NAME: that one alone.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report, type Finding } from './finding.ts'
import { seededOnce } from './seeded.ts'
import { openStage, type Part, type ProofStage, type Scale } from './stage.ts'

const parts: Record<string, () => Promise<{ part: Part }>> = {
  durability: () => import('./durability/index.ts'),
  access: () => import('./access/index.ts'),
  concurrency: () => import('./concurrency/index.ts'),
  privacy: () => import('./privacy/index.ts'),
  availability: () => import('./availability/index.ts'),
  session: () => import('./session/index.ts'),
  load: () => import('./load/index.ts'),
  files: () => import('./files/index.ts'),
  frontend: () => import('./frontend/index.ts'),
  input: () => import('./input/index.ts'),
}
/** They measure nothing shorter than half a minute, and durability mostly waits for processes to start: the others run beside it. */
const BESIDE_DURABILITY = ['access', 'concurrency', 'privacy']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, long: { type: 'boolean' }, report: { type: 'string' }, engine: { type: 'string' } },
})
const unknown = positionals.find((name) => !(name in parts))
if (unknown !== undefined || (values.short && values.long)) {
  console.error(`用法：npm run proof -- [${Object.keys(parts).join('|')}]… [--short|--long] [--engine pglite|postgres]`)
  process.exit(2)
}
const scale: Scale = values.short ? 'short' : values.long ? 'long' : 'normal'
const say = (text: string) => console.error(`${(performance.now() / 1000).toFixed(1)} s  ${text}`)

// The servers serve pages; they are built when a source changed.
execFileSync(process.execPath, ['scripts/build-if-changed.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })

const seeded = seededOnce()
const stages = new Set<ProofStage>()
let stopping = false
const clear = async () => {
  await Promise.all([...stages].map((stage) => stage.cleanup()))
  await seeded.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    // What the part was doing fails now, here and there unheard; nothing of it may end us before everything is cleared away.
    for (const trouble of ['unhandledRejection', 'uncaughtException'] as const) process.on(trouble, () => {})
    void clear().finally(() => process.exit(130))
  })

// Nobody waited for it: it ends the proof, and still nothing is left behind.
process.on('unhandledRejection', (reason) => {
  if (stopping) return
  stopping = true
  console.error('unhandledRejection', reason)
  void clear().finally(() => process.exit(1))
})

const findings: Finding[] = []
const failedParts: string[] = []
/** A stage of its own for each part: what one leaves behind cannot help or hinder the next. */
async function play(name: string): Promise<void> {
  if (stopping) return
  const from = performance.now()
  const stage = await openStage(scale, (text) => say(`${name}: ${text}`), seeded)
  stages.add(stage)
  if (stopping) await stage.cleanup()
  if (values.engine) stage.engines = stage.engines.filter((engine) => engine === values.engine)
  let found: Finding[] = []
  try {
    found = await (await parts[name]!()).part.run(stage)
  } catch (error) {
    if (stopping) return
    const faults = [String((error as Error).stack ?? error)]
    found = [{ id: '—', what: `${name} 未能跑完`, figure: '', limit: '', result: 'fail', faults }]
  } finally {
    if (!stopping) await stage.cleanup()
    stages.delete(stage)
  }
  findings.push(...found)
  if (found.some(({ result }) => result === 'fail')) failedParts.push(name)
  say(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`)
}
const inTurn = async (names: readonly string[]) => {
  for (const name of names) await play(name)
}

const asked = positionals.length ? positionals : Object.keys(parts)
const calm = asked.includes('durability') ? asked.filter((name) => BESIDE_DURABILITY.includes(name)) : []
await Promise.all([inTurn(asked.filter((name) => name === 'durability')), inTurn(calm)])
await inTurn(asked.filter((name) => name !== 'durability' && !calm.includes(name)))

if (!stopping) await seeded.remove()

const count = (...results: Finding['result'][]) => findings.filter(({ result }) => results.includes(result)).length
const sum = { passed: count('pass'), failed: count('fail'), skipped: count('not yet', 'not run here') }
console.log(report(findings))
console.log(`\n${sum.passed} pass, ${sum.failed} fail, ${count('not yet')} not yet, ${count('not run here')} not run here`)
if (values.report) writeFileSync(values.report, JSON.stringify({ ...sum, failedParts }))
if (!stopping) process.exit(sum.failed || findings.length === 0 ? 1 : 0)
