/**
 * Reads the sheet named by the first argument as an import does, and prints the cost as JSON. It runs in its own process, so that no other
 * memory is measured with it.
 */
import { sheetRows } from '../server/kernel/sheet/read.ts'

const before = process.memoryUsage.rss()
let peak = before
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 10)
const from = performance.now()
let rows = 0
for await (const batch of sheetRows(process.argv[2]!, { maxRows: 100_010, maxCols: 200 })) rows += batch.length
clearInterval(sampler)
console.log(
  JSON.stringify({ rows, seconds: (performance.now() - from) / 1000, growth: Math.max(peak, process.memoryUsage.rss()) - before }),
)
