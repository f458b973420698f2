// What vitest's JSON reports say. Plain JavaScript for the host's Node ≥ 20.

/** More broken files than this are no accident, so they are not run again. */
const SECOND_TRY_FILES = 8

const firstLines = (message) => (message ?? '').split('\n').slice(0, 6).join('\n')
const hasFailed = (file) => file.status === 'failed' || file.assertionResults.some(({ status }) => status === 'failed')

/** The files of a report to run again, with a new database each; none when too many failed. */
export function secondTry(report) {
  const failed = report.testResults.filter(hasFailed).map(({ name }) => name)
  return failed.length > SECOND_TRY_FILES ? [] : failed
}

/**
 * `{ passed, failed, skipped, failures, mended }` of a report and, if files were run again, of that second one, whose results count for its
 * files. `failures` are texts with the error of each try; `mended` the names of tests that passed at the second try.
 */
export function countTests(first, again) {
  const second = new Map(again?.testResults.map((file) => [file.name, file]))
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [], mended: [] }
  for (const file of first.testResults) {
    const counts = second.get(file.name) ?? file
    const tries = counts === file ? [file] : [file, counts]
    const errorsOf = (read) => tries.map((each, i) => `第 ${i + 1} 次：${firstLines(read(each)) || '通过'}`).join('\n')
    const messageOf = (name) => (each) => each.assertionResults.find(({ fullName }) => fullName === name)?.failureMessages[0]
    for (const { status, fullName } of counts.assertionResults) {
      if (status === 'passed') sum.passed++
      else if (status !== 'failed') sum.skipped++
      else {
        sum.failed++
        sum.failures.push(`${file.name} › ${fullName}\n${errorsOf(messageOf(fullName))}`)
      }
    }
    // A file that cannot be loaded fails without a failed test.
    if (counts.status === 'failed' && counts.assertionResults.every(({ status }) => status !== 'failed')) {
      sum.failed++
      sum.failures.push(`${file.name}\n${errorsOf(({ message }) => message)}`)
    } else if (counts !== file && !hasFailed(counts)) {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      const names =
        failed.length > 0 ? failed.map(({ fullName }) => `${fullName}\n${errorsOf(messageOf(fullName))}`) : [firstLines(file.message)]
      sum.mended.push(...names.map((name) => `${file.name} › ${name}`))
    }
  }
  return sum
}
