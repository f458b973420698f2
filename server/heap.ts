import { setFlagsFromString } from 'node:v8'

/**
 * How many per cent the heap may grow after a full collection before the next one. By default V8 lets it double or more, so that after
 * a long import or ten wide lists 300 MB of garbage stay in resident memory (docs/decisions/0070-heap-growth.md).
 */
const HEAP_GROWTH = 50

export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
}
