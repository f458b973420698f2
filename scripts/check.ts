// npm run check: types, lint, format, boundaries, unused code, file lengths, functions written twice, long components, JavaScript budgets,
// supply chain. It runs all checks, and fails when one has failed.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { longComponents } from './components.ts'
import { domainCycles } from './domain-cycles.ts'
import { silenceFaults } from './silenced.ts'
import { pairsOf, sameShapes } from './shapes.ts'
import { faultsOf, type Lock } from './supply.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const MAX_LINES = 250
const MAX_PAIRS = 80
const MAX_LONG = 10

type Outcome = { faults: string[]; note?: string }

const command = (name: string, ...args: string[]): Outcome => {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  return {
    faults:
      status === 0
        ? []
        : [
            `${stdout}${stderr}`
              .split('\n')
              .filter((line) => !line.startsWith('npm warn'))
              .join('\n')
              .trim() || `${name} ended with ${status}`,
          ],
  }
}

/** Without a compiler dependency-cruiser finds no modules and reports success, so the number of modules is checked too. */
function boundaries(): Outcome {
  const { stdout, stderr } = spawnSync(
    'npx',
    ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract', 'server', 'web', 'db', 'seed', 'transfer'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 },
  )
  if (!stdout.startsWith('{')) return { faults: [stderr || 'dependency-cruiser said nothing'] }
  const { summary, modules } = JSON.parse(stdout) as {
    modules: { source: string; dependencies: { resolved: string }[] }[]
    summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string; severity: string } }[] }
  }
  const told = summary.violations.map(({ rule, from, to }) => ({ severity: rule.severity, line: `${rule.name}: ${from} → ${to}` }))
  const faults = told.filter(({ severity }) => severity === 'error').map(({ line }) => line)
  const references = modules.flatMap(({ source, dependencies }) =>
    /\.test\.tsx?$|\/testing\//.test(source) ? [] : dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  )
  faults.push(...domainCycles(references).map((round) => `domain-cycle: ${round}`))
  if (summary.totalCruised < 50) faults.push(`only ${summary.totalCruised} modules were seen`)
  const warnings = told.filter(({ severity }) => severity === 'warn').map(({ line }) => `\n    (提醒) ${line}`)
  return { faults, note: `${summary.totalCruised} 个模块${warnings.join('')}` }
}

/** Contract, tests, migrations, seed and tables may be long; every other file has one purpose and a length limit. */
function fileLengths(): Outcome {
  const files = globSync('{server,web,db,transfer,scripts,e2e,bench,proof}/**/*.{ts,tsx,mjs,css}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|^e2e\/|^db\/(tables|migrations)\/|^web\/screens\//.test(file),
  )
  const long = files
    .map((file) => ({ file, lines: readFileSync(`${root}${file}`, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
  return { faults: long.map(({ file, lines }) => `${file}: ${lines} 行，最多 ${MAX_LINES}`), note: `${files.length} 个文件` }
}

/** Functions written twice; `node scripts/shapes.ts --list` lists them. */
function shapes(): Outcome {
  const pairs = pairsOf(sameShapes())
  return {
    faults: pairs > MAX_PAIRS ? [`${pairs} 对同形的函数，最多 ${MAX_PAIRS}；用 node scripts/shapes.ts --list 查看`] : [],
    note: `${pairs} 对`,
  }
}

/** Components of more than 120 lines; `node scripts/components.ts --list` lists them. */
function components(): Outcome {
  const { length } = longComponents()
  return {
    faults: length > MAX_LONG ? [`${length} 个组件超过 120 行，最多 ${MAX_LONG} 个；用 node scripts/components.ts --list 查看`] : [],
    note: `${length} 个超过 120 行`,
  }
}

async function budgets(): Promise<Outcome> {
  const built = spawnSync(process.execPath, ['scripts/build-if-changed.mjs'], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) return { faults: [built.stdout + built.stderr] }
  const { checkBudgets } = await import('./budgets.ts')
  return { faults: checkBudgets({ accept: process.argv.includes('--accept-sizes') }) }
}

const supply = (): Outcome => ({ faults: faultsOf(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as Lock) })

/** The compiler's errors, and the places where it is silenced. */
function types(): Outcome {
  const { faults, note } = silenceFaults(root)
  return { faults: [...command('npm', 'run', '-s', 'typecheck').faults, ...faults], note }
}

const steps: [string, () => Outcome | Promise<Outcome>][] = [
  ['类型', types],
  ['代码规范', () => command('npx', 'oxlint')],
  ['格式', () => command('npx', 'oxfmt', '--list-different')],
  ['依赖边界', boundaries],
  ['多余代码', () => command('npx', 'knip')],
  ['文件长度', fileLengths],
  ['同形函数', shapes],
  ['组件长度', components],
  ['体积预算', budgets],
  ['供应链', supply],
]
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
let failed = 0
for (const [name, step] of steps.filter(([name]) => !only.length || only.includes(name))) {
  const started = Date.now()
  const { faults, note } = await step()
  failed += faults.length ? 1 : 0
  console.log(`${faults.length ? '✗' : '✓'} ${name}（${((Date.now() - started) / 1000).toFixed(1)} 秒${note ? `，${note}` : ''}）`)
  for (const fault of faults) console.log(fault.replace(/^/gm, '    '))
}
process.exit(failed ? 1 : 0)
