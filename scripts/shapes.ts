/**
 * node scripts/shapes.ts [--list]: functions with the same shape in two files. Two functions have the same shape when their syntax trees
 * are equal after local names and literals are removed (names of properties and of JSX elements stay). Only functions of at least LEAST
 * nodes are compared; a function inside another duplicate is not counted again.
 */
import { globSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

const root = fileURLToPath(new URL('../', import.meta.url))
const LEAST = 30
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Keys that do not belong to the shape: positions in the text, types. */
const LEFT_OUT = new Set([
  'start',
  'end',
  'range',
  'loc',
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'raw',
  'async',
])

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
interface Place {
  file: string
  line: number
  nodes: number
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The shape as text, and its number of nodes. */
function shapeOf(node: Node): { text: string; nodes: number } {
  let nodes = 0
  const walk = (value: unknown, key: string, parent?: Node): string => {
    if (Array.isArray(value)) return `[${value.map((one) => walk(one, key, parent)).join()}]`
    if (!isNode(value))
      return typeof value === 'string'
        ? key === 'operator' || key === 'kind'
          ? value
          : ''
        : typeof value === 'boolean'
          ? String(value)
          : ''
    nodes++
    if (value.type === 'Identifier')
      return parent?.type === 'MemberExpression' && key === 'property' && !parent.computed ? String(value.name) : 'i'
    if (value.type === 'JSXIdentifier') return String(value.name)
    if (value.type === 'Literal') return 'l'
    return `${value.type}(${Object.keys(value)
      .filter((inner) => inner !== 'type' && !LEFT_OUT.has(inner))
      .map((inner) => walk(value[inner], inner, value))
      .join()})`
  }
  return { text: walk(node, ''), nodes }
}

function functionsIn([file, text]: [name: string, text: string]): { shape: string; place: Place; inside: string[] }[] {
  const found: { shape: string; place: Place; inside: string[] }[] = []
  const walk = (value: unknown, inside: string[]): void => {
    if (Array.isArray(value)) return value.forEach((one) => walk(one, inside))
    if (!isNode(value)) return
    let here = inside
    if (FUNCTIONS.has(value.type)) {
      const { text: shape, nodes } = shapeOf(value)
      if (nodes >= LEAST) {
        const hash = createHash('sha256').update(shape).digest('base64url')
        found.push({ shape: hash, place: { file, line: text.slice(0, value.start).split('\n').length, nodes }, inside })
        here = [...inside, hash]
      }
    }
    for (const key of Object.keys(value)) if (key !== 'type') walk(value[key], here)
  }
  walk(parseSync(file, text).program, [])
  return found
}

/** Groups of functions with the same shape in at least two of the files, the largest first. */
export function alikeIn(files: readonly [name: string, text: string][]): Place[][] {
  const all = files.flatMap(functionsIn)
  const places = new Map<string, Set<string>>()
  for (const { shape, place } of all) places.set(shape, (places.get(shape) ?? new Set()).add(place.file))
  const alike = (shape: string) => places.get(shape)!.size > 1
  const groups = new Map<string, Place[]>()
  for (const { shape, place, inside } of all)
    if (alike(shape) && !inside.some(alike)) groups.set(shape, [...(groups.get(shape) ?? []), place])
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ file }) => file)).size > 1)
    .sort((a, b) => b[0]!.nodes * b.length - a[0]!.nodes * a.length)
}

/** The duplicates of the project's own files; tests, migrations and the seed may repeat themselves. */
export const sameShapes = (): Place[][] =>
  alikeIn(
    globSync('{contract,server,web,db,transfer,scripts}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !/\.test\.tsx?$|^db\/migrations\//.test(file))
      .map((file): [string, string] => [file, readFileSync(`${root}${file}`, 'utf8')]),
  )

/** The number of pairs in two files: a group of three makes three. */
export const pairsOf = (groups: readonly Place[][]): number =>
  groups.reduce(
    (sum, group) => sum + group.reduce((pairs, a, at) => pairs + group.slice(at + 1).filter((b) => b.file !== a.file).length, 0),
    0,
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const groups = sameShapes()
  if (process.argv.includes('--list'))
    for (const group of groups) console.log(`${group[0]!.nodes} 个节点  ${group.map(({ file, line }) => `${file}:${line}`).join('  ')}`)
  console.log(`${pairsOf(groups)} 对同形的函数（${groups.length} 组，至少 ${LEAST} 个节点）`)
}
