import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { parse, type Module } from '@swc/core'
import { check } from 'recheck'
import { noFaults, type Finding } from '../finding.ts'

interface Expression {
  file: string
  source: string
  flags: string
}
/** The code of server, contract and browser. Tests and developers' tools read no text of strangers. */
const SOURCES = '{server,contract,web,db,seed,transfer}/**/*.{ts,tsx}'
/**
 * Files with reviewed expressions made at run time: escaped words; a name of three letters; a copy of a literal; two field names in one of
 * six shapes; a class of surnames before at most two characters; a header name, then the rest of its line.
 */
const REVIEWED = [
  'web/policy/market/marked.tsx',
  'server/kernel/ssr/packed.ts',
  'contract/policy/clauses.ts',
  'server/search/rank.ts',
  'web/rule/computed-shapes.ts',
  'server/policy/search-desk/masked.ts',
  'server/kernel/operations/hang-up.ts',
]
/** The expressions of this folder are made when the module is loaded, and are recorded then (readersExpressions). */
const RECORDED = 'server/matching/said-facts/'
const root = new URL('../../', import.meta.url).pathname
const WITHIN_MS = 20_000

/**
 * Every regular expression of the product's source that is a literal or made of literal text by `new RegExp`; for one made at run time only
 * its place is returned.
 */
export async function ownExpressions(): Promise<{ expressions: Expression[]; madeAtRunTime: string[] }> {
  const expressions: Expression[] = []
  const madeAtRunTime: string[] = []
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file))
  for (const file of files) {
    const text = readFileSync(root + file, 'utf8')
    const tree: Module = await parse(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'esnext' })
    walk(tree, (node) => {
      if (node.type === 'RegExpLiteral') expressions.push({ file, source: String(node.pattern), flags: String(node.flags) })
      const callee = node.callee as { type?: string; value?: string } | undefined
      if ((node.type !== 'NewExpression' && node.type !== 'CallExpression') || callee?.value !== 'RegExp') return
      const [source, flags] = (node.arguments as { expression: { type: string; value?: string } }[]).map(({ expression }) => expression)
      if (source?.type === 'StringLiteral') expressions.push({ file, source: source.value!, flags: flags?.value ?? '' })
      else madeAtRunTime.push(file)
    })
  }
  return { expressions, madeAtRunTime }
}

function walk(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) for (const one of node) walk(one, see)
  else {
    if ('type' in node) see(node as Record<string, unknown>)
    for (const inner of Object.values(node)) walk(inner, see)
  }
}

/**
 * The expressions that the reader of plain questions makes from word lists, recorded as they are made. Seen red: fillers without a bound,
 * of which some can be read in two ways (刚刚, 有效期内的), took 2^100 steps for a question of 200 characters.
 */
export async function readersExpressions(): Promise<Expression[]> {
  // A new thread loads every module anew, even when this process has loaded the reader before.
  const thread = new Worker(new URL('./readers-expressions.ts', import.meta.url))
  const [recorded] = (await once(thread, 'message')) as [Expression[]]
  const made = recorded.map((one) => ({ ...one, file: RECORDED }))
  if (made.length < 20 || !made.some(({ source }) => source.includes('有效期内')))
    throw new Error(`only ${made.length} expressions of the reader were recorded`)
  return made
}

/** As far as an analysis of the source can tell, none of the product's expressions needs more than linear time for any text (I-05). */
export async function regexes(): Promise<Finding[]> {
  const { expressions: written, madeAtRunTime } = await ownExpressions()
  const expressions = [...written, ...(await readersExpressions())]
  const unique = [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one])).entries()]
  const faults: string[] = []
  for (const [text, { file, source, flags }] of unique) {
    const verdict = await check(source, flags, { timeout: WITHIN_MS })
    if (verdict.status !== 'safe')
      faults.push(`${file}: ${text} ${verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.status}`)
  }
  return [
    // Seen red: 26 expressions, a bracket list of contract/units.ts among them, before they were mended.
    noFaults({ id: 'I-05', what: `自有源码的正则（${unique.length} 个）没有超线性的` }, faults, unique.length),
    noFaults(
      { id: 'I-05', what: '运行时拼出的正则只在复核过的几处' },
      madeAtRunTime.filter((file) => !REVIEWED.includes(file) && !file.startsWith(RECORDED)),
      madeAtRunTime.length,
    ),
  ]
}
