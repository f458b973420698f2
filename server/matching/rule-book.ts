import { LRUCache } from 'lru-cache'
import { typedRule } from '../../contract/rule/typed.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { SharedWork } from '../kernel/answers/shared-work.ts'
import { publishedRules, rulesMark, ruleStamps, type RuleRow } from '../policy/index.ts'
import { catalogueVersion, engine } from './catalogue.ts'
import { inSlices } from './in-stretches.ts'
import { saidBenefits, type Titles } from './said.ts'
import type { CompiledPolicy, PolicyRule, Window } from './engine/index.ts'
import { perKernel } from '../kernel/per-kernel.ts'

/** A published policy's compiled rule in force, with the data that a result shows of the policy. */
export interface PublishedRule {
  id: number
  code: string
  title: string
  issuer: string
  level: string
  /** where it applies; null = the whole country */
  place: string | null
  supportModes: string[]
  sample: boolean
  /** in 万元: the most that one company can get; null when there is no limit or nothing is paid */
  maxAmount: number | null
  /** what it pays, in generated sentences */
  readonly benefits: { name: string; sentence: string }[]
  window: Window
  compiled: CompiledPolicy
}

/** How long the rules are used before the database is asked for changes. */
const FRESH_MS = 2000
/** Limit of kept single rules: enough for a few questions with a thousand policies each. */
const KEPT = 5000

interface Stamped {
  stamp: string
  rule: PublishedRule
}

class RuleBook {
  #rules: readonly PublishedRule[] = []
  #stamps = new Map<number, Stamped>()
  #titles = new Map<string, string>()
  #checked = -Infinity
  #mark = ''
  #catalogue = catalogueVersion
  readonly #running = new SharedWork<readonly PublishedRule[]>()

  /** The rules in force; recompiles only changed ones. While nothing changed, only one row is read. */
  current(k: Kernel): Promise<readonly PublishedRule[]> | readonly PublishedRule[] {
    if (performance.now() - this.#checked < FRESH_MS) return this.#rules
    return this.#running.run('', () => this.#refresh(k))
  }

  async stamped(k: Kernel): Promise<Stamped[]> {
    await this.current(k)
    return [...this.#stamps.values()]
  }

  async #refresh(k: Kernel): Promise<readonly PublishedRule[]> {
    const day = today(k.clock)
    const mark = `${day} ${catalogueVersion} ${await rulesMark(k.db)}`
    if (mark === this.#mark) {
      this.#checked = performance.now()
      return this.#rules
    }
    if (this.#catalogue !== catalogueVersion) this.#stamps = new Map()
    this.#catalogue = catalogueVersion
    const stamps = await ruleStamps(k.db, day)
    const stale = stamps.filter(({ id, stamp }) => this.#stamps.get(id)?.stamp !== stamp).map(({ id }) => id)
    const titles: Titles = (code) => this.#titles.get(code)
    const fresh = await inSlices(compiled(await publishedRules(k.db, stale, day), titles), Infinity)
    const next = new Map<number, Stamped>()
    for (const { id, stamp } of stamps) {
      const kept = this.#stamps.get(id)
      const rule = kept?.stamp === stamp ? kept.rule : fresh.get(id)
      if (rule) next.set(id, kept?.rule === rule ? kept : { stamp, rule })
    }
    this.#stamps = next
    this.#rules = [...next.values()].map(({ rule }) => rule)
    this.#titles = new Map(this.#rules.map(({ code, title }) => [code, title]))
    this.#checked = performance.now()
    this.#mark = mark
    return this.#rules
  }
}

/** Yields between rules: compiling takes a tenth of a millisecond, and a site may have a hundred thousand rules. */
function* compiled(rows: readonly RuleRow[], titles: Titles): Generator<undefined, Map<number, PublishedRule>> {
  const rules = new Map<number, PublishedRule>()
  for (const row of rows) {
    yield
    rules.set(row.id, compile(row, titles))
  }
  return rules
}

/** Reads and compiles the rules of single policies, so that a question about them need not wait for the whole book. */
class SingleRules {
  readonly #kept = new LRUCache<number, Stamped & { checked: number }>({ max: KEPT })
  #day = ''
  #catalogue = catalogueVersion

  async of(k: Kernel, ids: readonly number[]): Promise<PublishedRule[]> {
    const day = today(k.clock)
    if (this.#day !== day || this.#catalogue !== catalogueVersion) this.#kept.clear()
    this.#day = day
    this.#catalogue = catalogueVersion
    const now = performance.now()
    const known = new Map(ids.flatMap((id) => this.#kept.get(id) ?? []).map((kept) => [kept.rule.id, kept]))
    const unsure = ids.filter((id) => now - (known.get(id)?.checked ?? -Infinity) >= FRESH_MS)
    const stamps = new Map((await ruleStamps(k.db, day, unsure)).map(({ id, stamp }) => [id, stamp]))
    const stale = [...stamps].flatMap(([id, stamp]) => (known.get(id)?.stamp === stamp ? [] : [id]))
    const fresh = await inSlices(
      compiled(await publishedRules(k.db, stale, day), () => undefined),
      Infinity,
    )
    for (const id of unsure) {
      const stamp = stamps.get(id)
      const rule = fresh.get(id) ?? known.get(id)?.rule
      known.delete(id)
      this.#kept.delete(id)
      if (stamp === undefined || !rule) continue
      const entry = { stamp, rule, checked: now }
      known.set(id, entry)
      this.#kept.set(id, entry)
    }
    return ids.flatMap((id) => known.get(id)?.rule ?? [])
  }
}

/** `titles`: the titles of policies that a benefit may refer to. */
export function compile(row: RuleRow, titles: Titles = () => undefined): PublishedRule {
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    issuer: row.issuer,
    level: row.level,
    place: row.areaCode ?? null,
    supportModes: row.supportModes,
    sample: row.sample,
    maxAmount: row.maxAmount,
    get benefits() {
      return saidBenefits(typedRule(row.rule), titles)
    },
    window: { from: row.applyFrom, to: row.applyTo },
    compiled: engine.compilePolicy(asRule(row.code, row.title, row.rule)),
  }
}

/** A stored rule in the engine's shape: without closable marks the engine's defaults apply. */
export function asRule(code: string, title: string, rule: object): PolicyRule {
  const { closable, ...rest } = rule as { closable?: string[] | null }
  return { ...rest, ...(closable ? { closable } : {}), id: code, title } as unknown as PolicyRule
}

const bookOf = perKernel(() => new RuleBook())
export const currentRules = async (k: Kernel): Promise<readonly PublishedRule[]> => bookOf(k).current(k)
/** The rules in force, each with its version stamp. */
export const stampedRules = (k: Kernel): Promise<Stamped[]> => bookOf(k).stamped(k)
const singleOf = perKernel(() => new SingleRules())
/** The rules in force of the named policies, at most two seconds old, without the titles of policies that a benefit refers to. */
export const rulesOf = (k: Kernel, ids: readonly number[]): Promise<PublishedRule[]> => singleOf(k).of(k, [...new Set(ids)])
