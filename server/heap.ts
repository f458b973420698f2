import { setFlagsFromString } from 'node:v8'

/**
 * Percent by which the heap may grow over what was alive at the last full collection before the next one. Left to itself V8 lets it double or more:
 * what a long import or ten wide lists leave behind then stands in resident memory as 300 MB of garbage (docs/decisions/0070-heap-growth.md).
 */
const HEAP_GROWTH = 50

export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
}
