import { defineConfig } from 'vitest/config'

const pure = ['**/*.unit.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'server/matching/engine/**/*.test.ts']
/** They start processes and ask no database, so one engine is enough. */
const processes = '**/*.process.test.ts'
const away = ['**/node_modules/**', 'build/**', 'e2e/**']

const http = (engine: 'pglite' | 'postgres') => ({
  test: {
    name: `http-${engine}`,
    include: ['server/**/*.test.ts', 'db/**/*.test.ts', ...(engine === 'postgres' ? [processes] : [])],
    exclude: [...away, ...pure, ...(engine === 'postgres' ? [] : [processes])],
    env: { TEST_ENGINE: engine },
    // Timing on two cores: a second try is told in the report.
    retry: 1,
    globalSetup: ['server/kernel/testing/template.ts'],
    setupFiles: ['server/kernel/testing/each-file.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // What a module keeps belongs to a kernel (a WeakMap), never to the process; loading everything anew for each file takes two seconds.
    isolate: false,
    env: { TZ: 'Asia/Shanghai' },
    projects: [{ test: { name: 'unit', include: pure, exclude: away, testTimeout: 20_000 } }, http('pglite'), http('postgres')],
  },
})
