// JavaScript that the first view of each built screen loads, in KiB gz, compared with docs/architecture.md §6 and the sizes in
// route-sizes.tsv.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { isBuilt, layoutOf, screens, type Screen } from '../web/screens.ts'

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string; imports?: string[] }
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> }

const READING = 130,
  GROWTH = 1.05,
  SHELL = 260,
  TABLE_PAGE = 450,
  LAZY_CHUNK = 200
const root = fileURLToPath(new URL('../', import.meta.url))
const client = join(root, 'build/client')
const known = join(root, 'scripts/route-sizes.tsv')

const sizes = new Map<string, number>()
const sizeOf = (file: string): number => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(client, file)), { level: 9 }).length / 1024)
  return sizes.get(file)!
}
const total = (files: Iterable<string>) => [...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0)

function readManifest(): Manifest {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('build/client has no manifest: run npm run build first')
  return JSON.parse(
    readFileSync(join(client, 'assets', name), 'utf8')
      .replace(/^window\.__reactRouterManifest=/, '')
      .replace(/;\s*$/, ''),
  ) as Manifest
}

const chain = (manifest: Manifest, route: Route | undefined): Route[] =>
  route ? [...chain(manifest, route.parentId ? manifest.routes[route.parentId] : undefined), route] : []
const filesOf = (manifest: Manifest, routes: Route[]) => [
  manifest.entry.module,
  ...manifest.entry.imports,
  ...routes.flatMap((route) => [route.module, ...(route.imports ?? [])]),
]
const fullPath = (manifest: Manifest, route: Route) =>
  `/${chain(manifest, route)
    .map((part) => part.path ?? '')
    .filter(Boolean)
    .join('/')}`.replace(/\/+/g, '/')

const allowance = (screen: Screen) => (layoutOf(screen) === 'work' || screen.kit ? TABLE_PAGE : READING)

/** Lines for screens over their budget; `accept` records the present sizes for later comparison. Throws when there is no build. */
export function checkBudgets({ accept = false } = {}): string[] {
  const manifest = readManifest()
  const byPath = new Map(Object.values(manifest.routes).map((route) => [fullPath(manifest, route), route]))
  const before = new Map(
    existsSync(known)
      ? readFileSync(known, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('\t') as [string, string])
      : [],
  )
  const faults: string[] = []
  const found: string[] = []
  const eager = new Set<string>()
  for (const screen of screens.filter(isBuilt)) {
    const route = byPath.get(screen.path)
    if (!route) {
      faults.push(`${screen.path}: 构建结果里没有这个页面`)
      continue
    }
    const files = filesOf(manifest, chain(manifest, route))
    for (const file of files) eager.add(file)
    const size = total(files)
    found.push(`${screen.path}\t${size.toFixed(1)}`)
    if (size > allowance(screen)) faults.push(`${screen.path}: ${size.toFixed(1)} KiB，预算 ${allowance(screen)}`)
    const last = Number(before.get(screen.path) ?? Number.NaN)
    if (size > last * GROWTH)
      faults.push(`${screen.path}: ${size.toFixed(1)} KiB，比记录的 ${last} 大 5% 以上（有 ADR 时用 --accept-sizes 更新记录）`)
  }
  if (!found.length) faults.push('没有任何已建成的页面可以核对')
  const shell = Object.values(manifest.routes).find((route) => /work-layout/.test(route.module))
  if (!shell) faults.push('构建结果里没有工作台外壳')
  else if (total(filesOf(manifest, chain(manifest, shell))) > SHELL)
    faults.push(`工作台外壳: ${total(filesOf(manifest, chain(manifest, shell))).toFixed(1)} KiB，预算 ${SHELL}`)
  for (const route of Object.values(manifest.routes)) for (const file of [route.module, ...(route.imports ?? [])]) eager.add(file)
  for (const file of readdirSync(join(client, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/assets/${name}`)) {
    if (!eager.has(file) && sizeOf(file) > LAZY_CHUNK) faults.push(`按需加载的 ${file}: ${sizeOf(file).toFixed(1)} KiB，预算 ${LAZY_CHUNK}`)
  }
  if (accept) writeFileSync(known, `${found.join('\n')}\n`)
  return faults
}
