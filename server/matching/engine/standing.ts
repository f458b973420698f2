import type { Catalog } from './catalog.ts'
import { leafTest, SCORE, type Test } from './condition.ts'
import type { Facts } from './facts.ts'
import type { CompiledPolicy } from './judge.ts'
import { isNear } from './near.ts'
import { runProgram } from './program.ts'
import { range } from './amount.ts'
import type { Spec } from './trace.ts'
import { FALSE, TRUE } from './truth.ts'
import type { Leaf } from './types.ts'

/** The results of a rule for a company, ordered from best to worst, so that `all` is the worst of its parts and `any` the best. */
export const MET = 0
export const OPEN = 1
/** Not met, but near (near.ts). The columns only find candidates; these few are then judged one by one. */
export const NEAR = 2
export const NOT_MET = 3
/** not evaluated yet */
const BLANK = 255
const TURNED = [NOT_MET, OPEN, MET, MET] as const

/** One condition of one or several rules, with its result for each company of the batch. */
type Column = { test: Test; lost: typeof NEAR | typeof NOT_MET; costly: boolean; filled: boolean; says: Uint8Array }
type Node =
  | { kind: 'leaf'; column: Column; cost: number }
  | { kind: 'all' | 'any'; parts: readonly Node[]; cost: number }
  | { kind: 'atLeast'; need: number; parts: readonly Node[]; cost: number }
  | { kind: 'not'; parts: readonly [Node]; cost: number }

/**
 * Judges many companies by many rules in batches, verdicts and amounts only. A condition shared by several rules is evaluated once per
 * company, each rule combines its columns, and expensive values (derived figures, scores) are computed only when nothing cheaper has
 * decided. The result equals `judge`.
 */
export class Standings {
  readonly #policies: readonly CompiledPolicy[]
  readonly #roots: readonly Node[]
  readonly #columns = new Map<string, Column>()
  readonly #spare: Uint8Array[] = []
  readonly #size: number
  #facts: readonly Facts[] = []

  /** `size`: maximum number of companies per batch */
  constructor(catalog: Catalog, policies: readonly CompiledPolicy[], size: number) {
    this.#size = size
    this.#policies = policies
    this.#roots = policies.map(({ tree }) => this.#node(catalog, tree.root))
  }

  /** Begins a batch. Facts without words (`wordless`) are cheaper to price. */
  begin(facts: readonly Facts[]): void {
    if (facts.length > this.#size) throw new RangeError(`at most ${this.#size} companies a batch`)
    this.#facts = facts
    for (const column of this.#columns.values()) {
      column.filled = false
      if (column.costly) column.says.fill(BLANK)
    }
  }

  /** The result of rule `place` for every company of the batch: MET, OPEN, NEAR or NOT_MET. The array is reused for the next rule. */
  of(place: number): Uint8Array {
    const says = this.#buffer(0)
    says.fill(MET)
    this.#raise(this.#roots[place] as Node, says, 1)
    const { tree } = this.#policies[place] as CompiledPolicy
    this.#facts.forEach((facts, n) => {
      if (says[n] === NEAR && !isNear(tree.root, facts, runProgram(tree.program, facts))) says[n] = NOT_MET
    })
    return says
  }

  /** In 万元, for a company that meets the rule; null when nothing is paid or a figure is missing. */
  amount(place: number, company: number): { min: number; max: number } | null {
    const { payment } = this.#policies[place] as CompiledPolicy
    return payment.money.length ? range(payment, this.#facts[company] as Facts) : null
  }

  #node(catalog: Catalog, spec: Spec): Node {
    if (spec.leaf) return this.#leaf(catalog, spec, spec.leaf)
    const parts = spec.children.map((child) => this.#node(catalog, child)).sort((a, b) => a.cost - b.cost)
    const cost = Math.max(0, ...parts.map((part) => part.cost))
    if ('atLeast' in spec.node) return { kind: 'atLeast', need: spec.node.atLeast, parts, cost }
    return spec.kind === 'not' ? { kind: 'not', parts: [parts[0] as Node], cost } : { kind: spec.kind as 'all' | 'any', parts, cost }
  }

  #leaf(catalog: Catalog, spec: Spec, leaf: Leaf): Node {
    const lost = spec.closable || spec.step !== undefined ? NEAR : NOT_MET
    const cost = leaf.field.startsWith(SCORE) ? 2 : spec.field?.derived ? 1 : 0
    const key = JSON.stringify([leaf.field, leaf.op, leaf.value, lost])
    let column = this.#columns.get(key)
    if (!column) {
      column = { test: leafTest(catalog, leaf), lost, costly: cost > 0, filled: false, says: new Uint8Array(this.#size) }
      this.#columns.set(key, column)
    }
    return { kind: 'leaf', column, cost }
  }

  #buffer(depth: number): Uint8Array {
    return (this.#spare[depth] ??= new Uint8Array(this.#size))
  }

  #say({ test, lost }: Column, company: number): number {
    const truth = test(this.#facts[company] as Facts)
    return truth === TRUE ? MET : truth === FALSE ? lost : OPEN
  }

  /** The column's results where `decided` is not reached yet; elsewhere they may be BLANK. */
  #read(column: Column, known: Uint8Array, decided: number): Uint8Array {
    const { says, costly } = column
    const count = this.#facts.length
    if (costly) {
      for (let n = 0; n < count; n++) if (says[n] === BLANK && known[n] !== decided) says[n] = this.#say(column, n)
    } else if (!column.filled) {
      for (let n = 0; n < count; n++) says[n] = this.#say(column, n)
      column.filled = true
    }
    return says
  }

  /** known = the worse of known and node */
  #raise(node: Node, known: Uint8Array, depth: number): void {
    const count = this.#facts.length
    if (node.kind === 'leaf') {
      const says = this.#read(node.column, known, NOT_MET)
      for (let n = 0; n < count; n++) if ((says[n] as number) > (known[n] as number)) known[n] = Math.min(says[n] as number, NOT_MET)
    } else if (node.kind === 'atLeast') {
      const own = this.#counted(node, depth)
      for (let n = 0; n < count; n++) if ((own[n] as number) > (known[n] as number)) known[n] = own[n] as number
    } else if (node.kind === 'all') for (const part of node.parts) this.#raise(part, known, depth)
    else {
      const own = this.#buffer(depth)
      const any = node.kind === 'any'
      // Where the result is already decided, the parts start as decided too.
      for (let n = 0; n < count; n++) own[n] = any === (known[n] === NOT_MET) ? MET : NOT_MET
      if (any) for (const part of node.parts) this.#lower(part, own, depth + 1)
      else this.#turn(node.parts[0], own, depth + 1)
      for (let n = 0; n < count; n++) if ((own[n] as number) > (known[n] as number)) known[n] = own[n] as number
    }
  }

  /** known = the better of known and node */
  #lower(node: Node, known: Uint8Array, depth: number): void {
    const count = this.#facts.length
    if (node.kind === 'leaf') {
      const says = this.#read(node.column, known, MET)
      for (let n = 0; n < count; n++) if ((says[n] as number) < (known[n] as number)) known[n] = says[n] as number
    } else if (node.kind === 'atLeast') {
      const own = this.#counted(node, depth)
      for (let n = 0; n < count; n++) if ((own[n] as number) < (known[n] as number)) known[n] = own[n] as number
    } else if (node.kind === 'any') for (const part of node.parts) this.#lower(part, known, depth)
    else {
      const own = this.#buffer(depth)
      for (let n = 0; n < count; n++) own[n] = known[n] === MET ? NOT_MET : MET
      if (node.kind === 'all') for (const part of node.parts) this.#raise(part, own, depth + 1)
      else this.#turn(node.parts[0], own, depth + 1)
      for (let n = 0; n < count; n++) if ((own[n] as number) < (known[n] as number)) known[n] = own[n] as number
    }
  }

  /** “At least n”: the result of the last of the best n parts. */
  #counted({ need, parts }: Node & { kind: 'atLeast' }, depth: number): Uint8Array {
    const says = parts.map((part, n) => {
      const own = this.#buffer(depth + 1 + n)
      own.fill(MET)
      this.#raise(part, own, depth + 1 + parts.length)
      return own
    })
    const result = this.#buffer(depth)
    for (let n = 0; n < this.#facts.length; n++)
      result[n] = says.map((each) => each[n] as number).toSorted((a, b) => a - b)[need - 1] as number
    return result
  }

  #turn(part: Node, own: Uint8Array, depth: number): void {
    this.#raise(part, own, depth)
    for (let n = 0; n < this.#facts.length; n++) own[n] = TURNED[own[n] as 0 | 1 | 2 | 3]
  }
}
