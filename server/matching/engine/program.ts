import type { Catalog, CatalogField } from './catalog.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { compileTest, leafTest, type Test } from './condition.ts'
import type { Facts } from './facts.ts'
import { type Truth, UNKNOWN } from './truth.ts'
import type { Condition, Leaf, Operator } from './types.ts'

/**
 * A condition tree as flat numbers. Judging 10,000 policies is limited by memory access, not by comparing: one short array per policy is
 * several times faster than five closures, so every node can be evaluated and recorded without short cuts at about the cost of closures
 * that stop early. Truths inside a program: 0 false, 1 unknown, 2 true, so that any = max, not = 2 − x and all = 2 − max(2 − x).
 */
export type Program = { code: Float64Array; from: number; tests: readonly Test[]; size: number }

/** What compileProgram needs of a node; `index` follows the order of the tree, parents before children. */
export type ProgramNode = {
  kind: 'all' | 'any' | 'not' | 'atLeast' | 'leaf'
  node: Condition
  leaf: Leaf | undefined
  index: number
  children: readonly ProgramNode[]
}

const ANY = 0
/** For `all` and `not`: the children's results are inverted. */
const TURNED = 1
const TEST = 2
const RAW: Partial<Record<Operator, number>> = { eq: 3, ne: 4, gt: 5, gte: 6, lt: 7, lte: 8 }
/** Added to a raw operation for a derived figure. */
const DERIVED = 8
/** One of the values: both sides are option sets as bits. */
const AMONG = 17
const NOT_AMONG = 18
/** Numbers per node: operation (+ 32 × the test it may need), field, parent (×2, +1 for an `all`), threshold or bits. */
const WIDTH = 4
/** The parent of a direct part of a root `all`. */
const UNDER_ALL = 1
/** Closer than this (relative), the exact fractions decide. */
const CLOSE = 1e-9

export function compileProgram(catalog: Catalog, root: ProgramNode): Program {
  const code: number[] = []
  const tests: Test[] = []
  const visit = (node: ProgramNode, parent: number): void => {
    code.push(...instruction(node, parent))
    for (const child of node.children) visit(child, node.index * 2 + (node.kind === 'all' ? 1 : 0))
  }
  const tested = (leaf: Leaf): number => (tests.push(leafTest(catalog, leaf)) - 1) * 32
  const instruction = ({ kind, leaf, node: condition }: ProgramNode, parent: number): number[] => {
    // “At least n” is evaluated again at its turn; the value that its parts reported is overwritten.
    if (kind === 'atLeast') return [TEST + (tests.push(compileTest(catalog, condition)) - 1) * 32, 0, parent, 0]
    if (!leaf) return [kind === 'any' ? ANY : TURNED, 0, parent, 0]
    const field = catalog.byKey.get(leaf.field)
    const bits = field && choiceBits(field, leaf)
    if (field && bits !== undefined) return [leaf.op === 'in' || leaf.op === 'eq' ? AMONG : NOT_AMONG, field.index, parent, bits]
    const figure = field && (field.numeric || (field.type === 'boolean' && !field.derived))
    const raw = figure ? RAW[leaf.op] : undefined
    if (!field || raw === undefined || field.computed || isComputed(leaf.value)) return [TEST + tested(leaf), 0, parent, 0]
    const derived = field.derived || field.key === 'operatingYears'
    return [derived ? raw + DERIVED + tested(leaf) : raw, field.index, parent, Number(leaf.value)]
  }
  visit(root, 0)
  return { ...inBlock(code), tests, size: code.length / WIDTH }
}

/** The wanted options as bits, when field and condition allow it: all options known, none derived. */
function choiceBits({ bits, type }: CatalogField, { op, value }: Leaf): number | undefined {
  const list =
    op === 'in' || op === 'notIn' ? (value as readonly unknown[]) : type === 'enum' && (op === 'eq' || op === 'ne') ? [value] : undefined
  if (!bits || !list?.every((each) => bits.has(each as string))) return undefined
  return list.reduce<number>((sum, each) => sum | (bits.get(each as string) as number), 0)
}

/**
 * Programs that are compiled one after the other lie next to each other in memory, so that judging them in that order reads memory
 * sequentially.
 */
const BLOCK = 8192
let block = new Float64Array(BLOCK)
let filled = 0
function inBlock(code: readonly number[]): { code: Float64Array; from: number } {
  if (filled + code.length > block.length) {
    block = new Float64Array(Math.max(BLOCK, code.length))
    filled = 0
  }
  const from = filled
  block.set(code, from)
  filled += code.length
  return { code: block, from }
}

/** Evaluates every node, children first, and records its truth; returns the start of the record in `facts.truths`. */
export function runProgram(program: Program, facts: Facts): number {
  const { code, from, size } = program
  const start = facts.reserve(size)
  const { truths, numbers } = facts
  let failed = 0
  for (let node = size - 1; node >= 0; node--) {
    const at = from + node * WIDTH
    const packed = code[at] as number
    const operation = packed & 31
    const place = start + node
    let truth: number
    if (operation <= TURNED) truth = operation === ANY ? (truths[place] as number) : 2 - (truths[place] as number)
    else if (operation === TEST) truth = recorded((program.tests[packed >> 5] as Test)(facts))
    else if (operation >= AMONG) truth = among(operation, numbers[code[at + 1] as number] as number, code[at + 3] as number)
    else if (operation <= DERIVED) truth = compareRaw(operation, numbers[code[at + 1] as number] as number, code[at + 3] as number)
    else {
      const value = facts.figure(code[at + 1] as number)
      const need = code[at + 3] as number
      const margin = CLOSE * Math.max(1, Math.abs(need))
      if (Math.abs(value - need) <= margin) truth = recorded((program.tests[packed >> 5] as Test)(facts))
      else truth = compareRaw(operation - DERIVED, value, need)
    }
    truths[place] = truth
    if (node === 0) break
    const link = code[at + 2] as number
    if (link === UNDER_ALL && truth === 0) failed++
    const reported = link & 1 ? 2 - truth : truth
    const parent = start + (link >> 1)
    if (reported > (truths[parent] as number)) truths[parent] = reported
  }
  facts.failed = failed
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

/** NaN = unknown; a company may have several options, or none. */
function among(operation: number, value: number, wanted: number): number {
  if (value !== value) return 1
  return ((value & wanted) !== 0) === (operation === AMONG) ? 2 : 0
}

const recorded = (truth: Truth): number => (truth === UNKNOWN ? 1 : truth * 2)
/** The recorded number as a Truth. */
export const truthOf = (record: number): Truth => (record === 1 ? UNKNOWN : record === 2 ? 1 : 0)
