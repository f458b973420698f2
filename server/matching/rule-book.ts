import { typedRule } from '../../contract/rule/typed.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { SharedWork } from '../kernel/shared-work.ts'
import { publishedRules, rulesMark, ruleStamps, type RuleRow } from '../policy/index.ts'
import { catalogueVersion, engine } from './catalogue.ts'
import { saidBenefits, type Titles } from './said.ts'
import type { CompiledPolicy, PolicyRule, Window } from './engine/index.ts'
import { perKernel } from '../kernel/per-kernel.ts'

/** A published policy's rule in force, compiled, with what a result shows of the policy. */
export interface PublishedRule {
  id: number
  code: string
  title: string
  issuer: string
  level: string
  /** where it holds; null = the whole country */
  place: string | null
  supportModes: string[]
  sample: boolean
  /** 万元 one company can get at most; null where nothing limits it or nothing is paid */
  maxAmount: number | null
  /** what it pays, in words made from the rule */
  readonly benefits: { name: string; sentence: string }[]
  window: Window
  compiled: CompiledPolicy
}

/** How long a set of rules is used before the database is asked whether anything changed. */
const FRESH_MS = 2000

class RuleBook {
  #rules: readonly PublishedRule[] = []
  #stamps = new Map<number, { stamp: string; rule: PublishedRule }>()
  #titles = new Map<string, string>()
  #checked = -Infinity
  #mark = ''
  #catalogue = catalogueVersion
  readonly #running = new SharedWork<readonly PublishedRule[]>()

  /** The rules in force; recompiles only those that changed. One row is read while nothing did. */
  current(k: Kernel): Promise<readonly PublishedRule[]> | readonly PublishedRule[] {
    if (performance.now() - this.#checked < FRESH_MS) return this.#rules
    return this.#running.run('', () => this.#refresh(k))
  }

  async stamped(k: Kernel): Promise<{ stamp: string; rule: PublishedRule }[]> {
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
    const fresh = new Map((stale.length ? await publishedRules(k.db, stale, day) : []).map((row) => [row.id, row]))
    const next = new Map<number, { stamp: string; rule: PublishedRule }>()
    for (const { id, stamp } of stamps) {
      const kept = this.#stamps.get(id)
      const row = fresh.get(id)
      if (kept?.stamp === stamp) next.set(id, kept)
      else if (row) next.set(id, { stamp, rule: compile(row, (code) => this.#titles.get(code)) })
    }
    this.#stamps = next
    this.#rules = [...next.values()].map(({ rule }) => rule)
    this.#titles = new Map(this.#rules.map(({ code, title }) => [code, title]))
    this.#checked = performance.now()
    this.#mark = mark
    return this.#rules
  }
}

/** `titles`: of the policies that a benefit may refer to. */
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

/** A stored rule as the engine takes it: null marks of closable leaves mean the engine's own. */
export function asRule(code: string, title: string, rule: object): PolicyRule {
  const { closable, ...rest } = rule as { closable?: string[] | null }
  return { ...rest, ...(closable ? { closable } : {}), id: code, title } as unknown as PolicyRule
}

const bookOf = perKernel(() => new RuleBook())
export const currentRules = async (k: Kernel): Promise<readonly PublishedRule[]> => bookOf(k).current(k)
/** The rules in force with what tells one version of each from another. */
export const stampedRules = (k: Kernel): Promise<{ stamp: string; rule: PublishedRule }[]> => bookOf(k).stamped(k)
