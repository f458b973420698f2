// npm test: runs everything, or the choice of test-plan.mjs. The last line is `N passed, N failed`, with `, N skipped` when tests were
// skipped.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, checkHost, install, node, root, run, say, stop } from './bootstrap.mjs'
import { provide } from './system-parts.mjs'
import { onBothEngines, readArguments, testsOfDomains, touchedBy } from './test-plan.mjs'
import { countTests, secondTry } from './test-report.mjs'

checkHost()
const asked = (() => {
  try {
    const told = readArguments(process.argv.slice(2))
    return { ...told, places: told.domains.length ? testsOfDomains(root, told.domains) : undefined }
  } catch (error) {
    return stop(error.message, 2)
  }
})()
await install()
const { missing, isFailure } = provide()
const sum = { passed: 0, failed: 0, skipped: 0 }
/** Failures are repeated before the totals, so that they are visible at the end of a long log. */
const failures = []
const out = mkdtempSync(join(tmpdir(), 'qifu-report-'))
/** The duration of each stage, printed before the totals. */
const stages = []
const began = performance.now()
async function timed(name, work) {
  say(name)
  const from = performance.now()
  const result = await work()
  stages.push(`${name} ${Math.round((performance.now() - from) / 1000)} 秒`)
  return result
}

/**
 * Runs the tests of a project, or those under `places`. A file that failed is run once more, with a new database, because timing varies on
 * a busy machine; that is reported. Unit tests do not depend on timing.
 */
async function vitest(project, { places = [], more = [], workers, env = {} } = {}) {
  const attempt = async (name, found) => {
    const report = join(out, `${name}.json`)
    const args = ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    if (workers) args.push(`--maxWorkers=${workers}`)
    const code = await timed(`测试：${name}`, () => run('npx', [...args, ...found], { env }))
    return { code, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined }
  }
  const chosen = [...more, ...places.map((place) => join(root, place))]
  const first = await attempt(project, chosen.length ? [...chosen, '--passWithNoTests'] : [])
  const failed = project === 'unit' || !first.report ? [] : secondTry(first.report)
  const again = failed.length ? await attempt(`${project} 第二次`, failed) : undefined
  add((again ?? first).code, () => {
    const { failures: told, mended, ...counts } = countTests(first.report, again?.report)
    failures.push(...told.map((failure) => `${project}：${failure}`))
    for (const name of mended) say(`第二次才通过：${project}：${name}`)
    return counts
  })
}

async function playwright(places = []) {
  const report = join(out, 'e2e.json')
  await timed('构建页面', build)
  const args = ['playwright', 'test', '--reporter=line,json', ...places.map((place) => place.replaceAll('.', '\\.'))]
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await timed('测试：浏览器', () => run('npx', args, { env }))
  add(code, () => {
    const told = JSON.parse(readFileSync(report, 'utf8'))
    const { expected, unexpected, flaky, skipped } = told.stats
    const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
    for (const spec of told.suites.flatMap(specsOf))
      if (!spec.ok) {
        // A second try may fail at another place than the first, and that tells the cause.
        const errors = (spec.tests[0]?.results ?? []).map(({ error }, i) => `第 ${i + 1} 次：${firstLines(error?.message)}`)
        failures.push(`浏览器：${spec.file}:${spec.line} › ${spec.title}\n${errors.join('\n')}`)
      }
    if (flaky > 0) say(`${flaky} 项第二次才通过，见上文 flaky`)
    return { passed: expected + flaky, failed: unexpected, skipped }
  })
}

/**
 * Rows of the table of proof/main.ts; a row that cannot run here counts as skipped, never as passed. As in the other suites, what failed is
 * run once more and reported, because one machine runs the attack, the servers and the clock.
 */
async function proof() {
  const report = join(out, 'proof.json')
  const args = ['proof/main.ts', '--short', '--again', '--report', report]
  const code = await timed('证明：简短形式', () => run(node, args))
  add(code, () => {
    const told = JSON.parse(readFileSync(report, 'utf8'))
    if (told.failed) failures.push(`证明：${told.failedParts.join('、')}（见上文的表）`)
    return told
  })
}

/** A run that ended with an error but without a counted failure counts as one failure. */
function add(code, read) {
  let counted = { passed: 0, failed: 0, skipped: 0 }
  try {
    counted = read()
  } catch (error) {
    console.error(`[qifu] 没有测试报告：${error.message}`)
  }
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  for (const key of Object.keys(sum)) sum[key] += counted[key]
}

const firstLines = (message) => (message ?? '').split('\n').slice(0, 6).join('\n')

function leaveOut(what) {
  say(`${isFailure ? '失败' : '跳过'}：${what}`)
  sum[isFailure ? 'failed' : 'skipped'] += 1
}

/** Stages are left out and reported when their system package is missing. */
const postgres = (options = {}) => {
  if (missing.includes('postgresql')) return leaveOut('PostgreSQL 上的接口测试')
  return options.places?.length ? vitest('http-postgres', options) : allOnPostgres()
}
/** Every endpoint is called with success by some test (ADR 1039); that can be told only when all of them ran. */
async function allOnPostgres() {
  const answered = join(out, 'answered')
  await vitest('http-postgres', { env: { QIFU_ANSWERED: answered } })
  const code = await run(node, ['scripts/unanswered.ts', answered])
  add(code, () => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }))
  if (code !== 0) failures.push('有接口没有一个接口测试成功调用过（见上文）')
}
const browser = (places) => (missing.includes('chromium') || missing.includes('fonts') ? leaveOut('浏览器测试') : playwright(places))

async function typecheck() {
  const code = await timed('类型检查', () => run('npm', ['run', '-s', 'typecheck']))
  sum[code === 0 ? 'passed' : 'failed'] += 1
}

/**
 * Makes the demo data once for the interface tests and the proof, both engines at the same time; they are removed when this process ends.
 * When it fails, the stages make their own data and tell what is wrong.
 */
async function prepareData() {
  const folder = mkdtempSync(join(tmpdir(), 'qifu-prepared-'))
  process.once('exit', () => {
    const cluster = join(folder, 'cluster')
    if (existsSync(cluster)) rmSync(dirname(readFileSync(cluster, 'utf8')), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })
  process.once('SIGINT', () => process.exit(130))
  const script = 'server/kernel/testing/prepare.ts'
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const engines = ['pglite', ...(missing.includes('postgresql') ? [] : ['postgres'])]
  const codes = await timed('样例数据', () => Promise.all(engines.map((engine) => run(node, [script, engine, folder], { env }))))
  if (codes.every((code) => code === 0)) process.env.QIFU_PREPARED = folder
}

/**
 * What does not depend on timing runs side by side. The interface tests wait for the database a third of the time, so the two engines run
 * side by side too, with three workers together (ADR 0970). The browser tests and the proof have the machine to themselves: with another
 * stage beside them a slow server would refuse requests as overloaded (V-06).
 */
async function everything() {
  await Promise.all([prepareData(), typecheck(), vitest('unit')])
  await Promise.all([vitest('http-pglite', { places: asked.full ? [] : onBothEngines(root), workers: asked.full ? 2 : 1 }), postgres()])
  await browser()
  if (asked.proof) await proof()
}

async function ofDomains({ vitest: places, browser: specs }) {
  await vitest('unit', { places })
  await postgres({ places })
  if (asked.full) await vitest('http-pglite', { places })
  if (specs.length) await browser(specs)
}

async function ofChange() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const base = asked.changed || forkPoint(git)
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const { http, browser: specs } = touchedBy(root, changed)
  const told = (places) => (places === 'all' ? '全部' : places.join(' ') || '无')
  say(`与 ${base.slice(0, 10)} 相比改动 ${changed.length} 个文件；接口：${told(http)}；浏览器：${told(specs)}`)
  await typecheck()
  await vitest('unit', { more: [`--changed=${base}`] })
  const places = http === 'all' ? [] : http
  if (http === 'all' || http.length) await postgres({ places })
  if (asked.full && (http === 'all' || http.length)) await vitest('http-pglite', { places })
  if (specs === 'all' || specs.length) await browser(specs === 'all' ? [] : specs)
}

/** The commit where this branch left main; on main, or without main, the last commit. */
function forkPoint(git) {
  for (const main of ['main', 'origin/main'])
    try {
      return git('merge-base', 'HEAD', main)[0]
    } catch {
      // there is no such branch
    }
  return 'HEAD'
}

if (asked.places) await ofDomains(asked.places)
else if (asked.changed !== undefined) await ofChange()
else await everything()

rmSync(out, { recursive: true, force: true })
say(`用时：${stages.join('，')}；共 ${Math.round((performance.now() - began) / 1000)} 秒`)
for (const failure of failures) say(`失败：${failure}`)
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exit(sum.failed ? 1 : 0)
