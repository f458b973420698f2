// npm test: everything. The last line is `N passed, N failed`, with `, N skipped` when something was.
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, checkHost, install, node, run, say } from './bootstrap.mjs'
import { findChromium, provide } from './system-parts.mjs'

checkHost()
await install()
const { missing, isFailure } = provide()
const sum = { passed: 0, failed: 0, skipped: 0 }
/** Told once more before the sum: whoever reads only the end of a long log sees what failed. */
const failures = []
const out = mkdtempSync(join(tmpdir(), 'qifu-report-'))

/** `beside` something else it takes one of the two cores, and what it prints comes in one piece at its end. */
async function vitest(project, { beside = false } = {}) {
  const report = join(out, `${project}.json`)
  const args = ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  if (beside) args.push('--maxWorkers=1')
  if (!beside) say(`测试：${project}`)
  const { code, said } = beside ? await runAside('npx', args) : { code: await run('npx', args), said: '' }
  if (beside) say(`测试：${project}\n${said}`)
  add(code, () => {
    const told = JSON.parse(readFileSync(report, 'utf8'))
    // A file that cannot be loaded fails without a single test.
    const brokenFiles = told.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    )
    for (const file of brokenFiles) failures.push(`${project}：${file.name}\n${file.message ?? ''}`)
    for (const file of told.testResults)
      for (const test of file.assertionResults)
        if (test.status === 'failed') failures.push(`${project}：${file.name} › ${test.fullName}\n${firstLines(test.failureMessages[0])}`)
    return {
      passed: told.numPassedTests,
      failed: told.numFailedTests + brokenFiles.length,
      skipped: told.numPendingTests + told.numTodoTests,
    }
  })
}

async function playwright() {
  const report = join(out, 'e2e.json')
  say('测试：浏览器')
  await build()
  const code = await run('npx', ['playwright', 'test', '--reporter=line,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: findChromium() },
  })
  add(code, () => {
    const told = JSON.parse(readFileSync(report, 'utf8'))
    const { expected, unexpected, flaky, skipped } = told.stats
    const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
    for (const spec of told.suites.flatMap(specsOf))
      if (!spec.ok)
        failures.push(`浏览器：${spec.file}:${spec.line} › ${spec.title}\n${firstLines(spec.tests[0]?.results[0]?.error?.message)}`)
    if (flaky > 0) say(`${flaky} 项第二次才通过，见上文 flaky`)
    return { passed: expected + flaky, failed: unexpected, skipped }
  })
}

/**
 * Rows of the table of proof/main.ts; what is not there yet or cannot run on this machine is skipped, never passed. As in the other suites a
 * part that failed is tried once more and told: one machine carries the attack, the servers and the clock they are measured by.
 */
async function proof() {
  say('证明：简短形式')
  await build()
  const short = async (parts) => {
    const report = join(out, `proof-${parts.join('-')}.json`)
    const code = await run(node, ['proof/main.ts', ...parts, '--short', '--report', report], { env: { CHROMIUM_PATH: findChromium() } })
    return { code, told: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null }
  }
  const { code, told } = await short([])
  if (!told?.failedParts.length)
    return add(code, () => {
      if (!told) throw new Error('proof/main.ts wrote none')
      return told
    })
  say(`再试一次：${told.failedParts.join('、')}`)
  const again = await short(told.failedParts)
  if (again.told?.failed) failures.push(`证明：${again.told.failedParts.join('、')}（见上文的表）`)
  add(again.code, () => ({
    passed: told.passed + (told.failed - again.told.failed),
    failed: again.told.failed,
    skipped: told.skipped,
  }))
}

async function runAside(program, args) {
  const file = join(out, 'aside.log')
  const log = openSync(file, 'w')
  const code = await run(program, args, { stdio: ['ignore', log, log] })
  closeSync(log)
  return { code, said: readFileSync(file, 'utf8') }
}

/** A run that ended badly without a counted failure is one failure. */
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

say('类型检查')
sum[(await run('npm', ['run', '-s', 'typecheck'])) === 0 ? 'passed' : 'failed'] += 1
await vitest('unit')
await vitest('http-pglite')
// The browser waits for much of its time. Both get their share: a starved server sheds its load, as it should (V-06).
await Promise.all([
  missing.includes('postgresql') ? leaveOut('PostgreSQL 上的接口测试') : vitest('http-postgres', { beside: true }),
  missing.includes('chromium') || missing.includes('fonts') ? leaveOut('浏览器测试') : playwright(),
])
await proof()

rmSync(out, { recursive: true, force: true })
for (const failure of failures) say(`失败：${failure}`)
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exit(sum.failed ? 1 : 0)
