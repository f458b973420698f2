/**
 * npm run proof [-- NAME…] [--short|--long]: exposes running servers to the faults, loads and attacks that docs/reliability.md promises to
 * withstand, on PGlite and on PostgreSQL. It prints one table and ends with 1 when a row fails. Without names all parts run: first, several
 * at a time, the parts that are not timed; then the timed ones, one after the other (ADR 0087).
 * --short: few rounds (inside npm test); --long: the full counts. The assertions are the same. --again: what failed is run once more at the
 * end, without other parts, and the second result counts. --report FILE: the counts and the failed parts as JSON. --engine NAME: that engine
 * alone.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report, type Finding } from './finding.ts'
import { seededOnce } from './seeded.ts'
import { openStage, type Part, type ProofStage, type Scale } from './stage.ts'

/** The longest parts come first, so that none of them runs alone at the end. */
const parts: Record<string, () => Promise<{ part: Part }>> = {
  input: () => import('./input/index.ts'),
  access: () => import('./access/index.ts'),
  durability: () => import('./durability/index.ts'),
  files: () => import('./files/index.ts'),
  session: () => import('./session/index.ts'),
  concurrency: () => import('./concurrency/index.ts'),
  privacy: () => import('./privacy/index.ts'),
  money: () => import('./money/index.ts'),
  frontend: () => import('./frontend/index.ts'),
  quiet: () => import('./quiet/index.ts'),
  deploy: () => import('./deploy/index.ts'),
  availability: () => import('./availability/index.ts'),
  words: () => import('./words/index.ts'),
  clients: () => import('./clients/index.ts'),
  load: () => import('./load/index.ts'),
}
/** Parts mostly wait for processes to start and for answers; with more than three at a time they only delay each other. */
const LANES = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean' },
    long: { type: 'boolean' },
    again: { type: 'boolean' },
    report: { type: 'string' },
    engine: { type: 'string' },
  },
})
const unknown = positionals.find((name) => !(name in parts))
if (unknown !== undefined || (values.short && values.long)) {
  console.error(`用法：npm run proof -- [${Object.keys(parts).join('|')}]… [--short|--long] [--engine pglite|postgres]`)
  process.exit(2)
}
const scale: Scale = values.short ? 'short' : values.long ? 'long' : 'normal'
const say = (text: string) => console.error(`${(performance.now() / 1000).toFixed(1)} s  ${text}`)

// The servers serve pages, so the pages are built when a source changed.
execFileSync(process.execPath, ['scripts/build-if-changed.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })

const seeded = seededOnce()
// While this thread keeps the compiled PGlite, the threads that look at embedded databases reuse its machine code.
const ofProcess = globalThis as { compiledPglite?: Promise<WebAssembly.Module> }
ofProcess.compiledPglite = WebAssembly.compile(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
const stages = new Set<ProofStage>()
let stopping = false
/** Removes everything, also when one removal fails. */
const clear = async () => {
  seeded.halt()
  await Promise.allSettled([...stages].map((stage) => stage.cleanup()))
  await seeded.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void clear().finally(() => process.exit(130))
  })

// An error that nobody handles ends the proof, too, but after cleaning up. A failure outside the parts is such an error: it rejects this
// module. While the proof is stopping, the running parts fail, partly as such errors; these must not end it earlier.
for (const trouble of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(trouble, (reason: unknown) => {
    if (stopping) return
    stopping = true
    console.error(trouble, reason)
    void clear().finally(() => process.exit(1))
  })

interface Turn {
  name: string
  what: 'run' | 'alone'
  findings: Finding[]
}
const turns: Turn[] = []
const hasFailed = ({ findings }: Turn) => findings.some(({ result }) => result === 'fail')
/** Each part has its own stage, so that leftovers of one part cannot help or hinder the next. */
async function play(name: string, what: Turn['what']): Promise<void> {
  const { part } = await parts[name]!()
  const perform = part[what]
  if (!perform || stopping) return
  const from = performance.now()
  const stage = await openStage(scale, (text) => say(`${name}: ${text}`), seeded)
  stages.add(stage)
  if (stopping) await stage.cleanup()
  if (values.engine) stage.engines = stage.engines.filter((engine) => engine === values.engine)
  let findings: Finding[] = []
  try {
    findings = await perform(stage)
  } catch (error) {
    if (stopping) return
    const faults = [String((error as Error).stack ?? error)]
    findings = [{ id: '—', what: `${name} 未能跑完`, figure: '', limit: '', result: 'fail', faults }]
  } finally {
    if (!stopping) await stage.cleanup()
    stages.delete(stage)
  }
  turns.push({ name, what, findings })
  say(`${name}${what === 'alone' ? ', alone' : ''}: ${((performance.now() - from) / 1000).toFixed(0)} s`)
}

const asked = Object.keys(parts).filter((name) => positionals.length === 0 || positionals.includes(name))
const waiting = [...asked]
const lane = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await play(name, 'run')
}
await Promise.all(Array.from({ length: LANES }, lane))
say('one after the other')
for (const name of asked) await play(name, 'alone')

const failed = turns.filter(hasFailed)
if (values.again && failed.length > 0) {
  console.error(report(failed.flatMap(({ findings }) => findings.filter(({ result }) => result === 'fail'))))
  for (const turn of failed) {
    say(`再试一次：${turn.name}`)
    turns.splice(turns.indexOf(turn), 1)
    await play(turn.name, turn.what)
  }
}
if (!stopping) await seeded.remove()

// When the proof is stopping, its results are not complete, and `clear` ends it.
if (!stopping) {
  const findings = turns.flatMap((turn) => turn.findings)
  const count = (...results: Finding['result'][]) => findings.filter(({ result }) => results.includes(result)).length
  const sum = { passed: count('pass'), failed: count('fail'), skipped: count('not yet', 'not run here') }
  console.log(report(findings))
  console.log(`\n${sum.passed} pass, ${sum.failed} fail, ${count('not yet')} not yet, ${count('not run here')} not run here`)
  const failedParts = [...new Set(turns.filter(hasFailed).map(({ name }) => name))]
  if (values.report) writeFileSync(values.report, JSON.stringify({ ...sum, failedParts }))
  process.exit(sum.failed || findings.length === 0 ? 1 : 0)
}
