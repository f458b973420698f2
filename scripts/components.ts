/**
 * node scripts/components.ts [--list]: components of more than MOST lines. A component is a function with a capital first letter, declared
 * by that name or assigned to it.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

const root = fileURLToPath(new URL('../', import.meta.url))
const MOST = 120

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nameOf = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? String(value.name) : '')

export interface Component {
  file: string
  name: string
  lines: number
}

/** Every component of a file with its number of lines. */
export function componentsIn(file: string, text: string): Component[] {
  const found: Component[] = []
  const linesOf = (node: Node) => text.slice(node.start, node.end).split('\n').length
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'FunctionDeclaration' && /^[A-Z]/.test(nameOf(value.id)))
      found.push({ file, name: nameOf(value.id), lines: linesOf(value) })
    if (value.type === 'VariableDeclarator' && /^[A-Z]/.test(nameOf(value.id)) && isNode(value.init)) {
      const inner =
        value.init.type === 'CallExpression' ? (value.init.arguments as Node[]).find((a) => /Function/.test(a.type)) : value.init
      if (inner && /Function/.test(inner.type)) found.push({ file, name: nameOf(value.id), lines: linesOf(inner) })
    }
    for (const key of Object.keys(value)) if (key !== 'type') walk(value[key])
  }
  walk(parseSync(file, text).program)
  return found
}

/** The components of the web that are too long, the longest first. */
export const longComponents = (): Component[] =>
  globSync('web/**/*.tsx', { cwd: root })
    .filter((file) => !/\.test\.tsx$/.test(file))
    .flatMap((file) => componentsIn(file, readFileSync(`${root}${file}`, 'utf8')))
    .filter(({ lines }) => lines > MOST)
    .sort((a, b) => b.lines - a.lines)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const long = longComponents()
  if (process.argv.includes('--list')) for (const { file, name, lines } of long) console.log(`${lines} 行  ${name}  ${file}`)
  console.log(`${long.length} 个超过 ${MOST} 行的组件`)
}
