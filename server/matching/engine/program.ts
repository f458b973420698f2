import type { Catalog } from './catalog.ts'
import { leafTest, type Test } from './condition.ts'
import type { Facts } from './facts.ts'
import { type Truth, UNKNOWN } from './truth.ts'
import type { Leaf, Operator } from './types.ts'

/**
 * A condition tree as flat numbers. Judging 10,000 policies is bound by memory, not by comparing: one short array a policy beats five closures a policy
 * several times over, so every node can be evaluated and recorded (no short cuts) for about the price of closures that stop early.
 *
 * Truths inside a program: 0 false, 1 unknown, 2 true, so that any = max, not = 2 − x and all = 2 − max(2 − x).
 */
export type Program = { code: Float64Array; tests: readonly Test[]; size: number }

/** What compileProgram needs of a node; `index` counts in the order of the tree, parents before children. */
export type ProgramNode = { kind: 'all' | 'any' | 'not' | 'leaf'; leaf: Leaf | undefined; index: number; children: readonly ProgramNode[] }

const ANY = 0
/** all and not: what their children reported is turned over. */
const TURNED = 1
const TEST = 2
const RAW: Partial<Record<Operator, number>> = { eq: 3, ne: 4, gt: 5, gte: 6, lt: 7, lte: 8 }
/** Added to a raw operation for a derived figure. */
const DERIVED = 8
/** Numbers a node: operation, argument, parent (×2, +1 when an all), threshold, test that decides a derived figure close to its threshold. */
const WIDTH = 5
/** Closer than this (relative) the exact fractions decide. */
const CLOSE = 1e-9

export function compileProgram(catalog: Catalog, root: ProgramNode): Program {
  const code: number[] = []
  const tests: Test[] = []
  const visit = (node: ProgramNode, parent: number): void => {
    const field = node.leaf && catalog.byKey.get(node.leaf.field)
    const figure = field && (field.numeric || (field.type === 'boolean' && !field.derived))
    const raw = figure && node.leaf ? RAW[node.leaf.op] : undefined
    const derived = field && (field.derived || field.key === 'operatingYears')
    const test = (leaf: Leaf): number => tests.push(leafTest(catalog, leaf)) - 1
    if (raw !== undefined && field && node.leaf)
      code.push(derived ? raw + DERIVED : raw, field.index, parent, Number(node.leaf.value), derived ? test(node.leaf) : 0)
    else if (node.leaf) code.push(TEST, test(node.leaf), parent, 0, 0)
    else code.push(node.kind === 'any' ? ANY : TURNED, 0, parent, 0, 0)
    for (const child of node.children) visit(child, node.index * 2 + (node.kind === 'all' ? 1 : 0))
  }
  visit(root, 0)
  return { code: Float64Array.from(code), tests, size: code.length / WIDTH }
}

/** Evaluates every node, children first, and records its truth; returns where the record begins in `facts.truths`. */
export function runProgram(program: Program, facts: Facts): number {
  const { code, size } = program
  const start = facts.reserve(size)
  const { truths, numbers } = facts
  for (let node = size - 1; node >= 0; node--) {
    const at = node * WIDTH
    const operation = code[at] as number
    const place = start + node
    let truth: number
    if (operation > DERIVED) {
      const value = facts.figure(code[at + 1] as number)
      const need = code[at + 3] as number
      const margin = CLOSE * Math.max(1, Math.abs(need))
      if (Math.abs(value - need) <= margin) truth = recorded((program.tests[code[at + 4] as number] as Test)(facts))
      else truth = compareRaw(operation - DERIVED, value, need)
    } else if (operation > TEST) truth = compareRaw(operation, numbers[code[at + 1] as number] as number, code[at + 3] as number)
    else if (operation === TEST) truth = recorded((program.tests[code[at + 1] as number] as Test)(facts))
    else truth = operation === ANY ? (truths[place] as number) : 2 - (truths[place] as number)
    truths[place] = truth
    if (node === 0) break
    const link = code[at + 2] as number
    const reported = link & 1 ? 2 - truth : truth
    const parent = start + (link >> 1)
    if (reported > (truths[parent] as number)) truths[parent] = reported
  }
  return start
}

/** NaN = unknown; yes and no are 1 and 0. */
function compareRaw(operation: number, value: number, need: number): number {
  if (value !== value) return 1
  switch (operation) {
    case 3:
      return value === need ? 2 : 0
    case 4:
      return value !== need ? 2 : 0
    case 5:
      return value > need ? 2 : 0
    case 6:
      return value >= need ? 2 : 0
    case 7:
      return value < need ? 2 : 0
    default:
      return value <= need ? 2 : 0
  }
}

const recorded = (truth: Truth): number => (truth === UNKNOWN ? 1 : truth * 2)
/** The recorded number as a Truth. */
export const truthOf = (record: number): Truth => (record === 1 ? UNKNOWN : record === 2 ? 1 : 0)
