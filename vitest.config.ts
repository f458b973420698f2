import { defineConfig } from 'vitest/config'

const pure = ['**/*.unit.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'server/matching/engine/**/*.test.ts']
/** These tests start processes and use no database, so one engine is enough. */
const processes = '**/*.process.test.ts'
const away = ['**/node_modules/**', 'build/**', 'e2e/**']

const http = (engine: 'pglite' | 'postgres') => ({
  test: {
    name: `http-${engine}`,
    include: ['server/**/*.test.ts', '{db,seed,transfer}/**/*.test.ts', ...(engine === 'postgres' ? [processes] : [])],
    exclude: [...away, ...pure, ...(engine === 'postgres' ? [] : [processes])],
    env: { TEST_ENGINE: engine },
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
    // Module state belongs to a kernel (a WeakMap), never to the process, so files can share modules; loading all modules per file takes
    // two seconds.
    isolate: false,
    env: { TZ: 'Asia/Shanghai' },
    projects: [
      { test: { name: 'unit', include: pure, exclude: away, testTimeout: 20_000, execArgv: ['--no-wasm-code-gc'] } },
      http('pglite'),
      http('postgres'),
    ],
  },
})
