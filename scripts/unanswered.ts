// node scripts/unanswered.ts FILE: after a run of all interface tests, whose answers FILE names, prints the endpoints that none called with
// success (ADR 1039) and ends with 1.
import { existsSync, readFileSync } from 'node:fs'
import { describeApp } from '../server/app.ts'
import { unansweredOf } from '../server/kernel/testing/never-answered.ts'

const [file] = process.argv.slice(2)
const answered = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
const faults = unansweredOf(
  (await describeApp()).map(({ method, path }) => `${method} ${path}`),
  new Set(answered),
)
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
